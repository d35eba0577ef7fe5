-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "groups_by_name" ON "groups" USING btree ("name","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "groups_of_organization" ON "groups" USING btree ("organization_id","name","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "groups_by_age" ON "groups" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "groups_of_organization_by_age" ON "groups" USING btree ("organization_id","created_at","id");
