-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_listed" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_organization_listed" ON "accounts" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_listed_name" ON "accounts" USING btree (coalesce("chinese_name", "english_name", ''),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_organization_listed_name" ON "accounts" USING btree ("organization_id",coalesce("chinese_name", "english_name", ''),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_suspended" ON "accounts" USING btree ("created_at","id") WHERE "accounts"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_incomplete" ON "accounts" USING btree ("created_at","id") WHERE not "accounts"."state";