-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_publish_at" ON "classes" USING btree ("publish_at") WHERE "classes"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_start" ON "classes" USING btree ("organization_id","start_time","id");
