-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_searched_names" ON "accounts" USING gin (search_grams(search_form(coalesce("chinese_name", '') || ' ' || coalesce("english_name", ''))));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_searched_email" ON "accounts" USING btree (lower("email") collate "C");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_searched_phone" ON "accounts" USING btree (regexp_replace("cell_phone", '[^0-9]', '', 'g') collate "C");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_searched_number" ON "certificates" USING btree (upper("number") collate "C");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "groups_searched" ON "groups" USING gin (search_grams(search_form("code" || ' ' || "name")));