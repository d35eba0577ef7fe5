-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registration_events_log" ON "registration_events" USING btree ("at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registration_events_log_organization" ON "registration_events" USING btree ("organization_id","at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registration_events_log_actor" ON "registration_events" USING btree ("actor","at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registration_events_log_action" ON "registration_events" USING btree ("action","at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_class_listed" ON "registrations" USING btree ("class_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_listed" ON "registrations" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_state_listed" ON "registrations" USING btree ("organization_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_log" ON "audit_events" USING btree ("at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_log_organization" ON "audit_events" USING btree ("organization_id","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_log_actor" ON "audit_events" USING btree ("actor","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_log_action" ON "audit_events" USING btree ("action","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_log_subject" ON "audit_events" USING btree ("subject","at","id") WHERE "audit_events"."actor" not like 'account:%';
