-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_name_parts" ON "accounts" USING gin (search_parts(search_form(coalesce("chinese_name", '') || ' ' || coalesce("english_name", '')))) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_searched_english_name" ON "accounts" USING btree (search_form("english_name") collate "C");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_text_parts" ON "classes" USING gin (search_parts("search_text")) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "groups_name_parts" ON "groups" USING gin (search_parts(search_form("code" || ' ' || "name"))) WITH (gin_pending_list_limit=256);