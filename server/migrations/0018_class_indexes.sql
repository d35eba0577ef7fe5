-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_bank_account" ON "classes" USING btree ("bank_account_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_search" ON "classes" USING gin (search_grams("search_text")) WHERE "classes"."published_at" is not null;
