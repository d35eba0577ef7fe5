-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_waiting" ON "registrations" USING btree ("organization_id","created_at","id","class_id","group_id") WHERE "registrations"."state" = 'pending';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "registrations_pending";
