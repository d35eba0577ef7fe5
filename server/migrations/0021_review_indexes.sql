-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_chinese_name" ON "accounts" USING btree ("chinese_name");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_cell_phone" ON "accounts" USING btree ("cell_phone");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_pending" ON "registrations" USING btree ("created_at","id") WHERE "registrations"."state" = 'pending';
