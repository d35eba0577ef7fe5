-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_key" ON "mails" USING btree (encode(sha256(uuid_send("id")), 'hex'));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_organization" ON "mails" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_class" ON "mails" USING btree ("class_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_unsent" ON "mails" USING btree ("organization_id","state","created_at") WHERE "mails"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_undeliverable" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'undeliverable';
