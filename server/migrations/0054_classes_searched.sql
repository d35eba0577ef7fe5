-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_searched" ON "classes" USING gin (search_grams("search_text"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "classes_search";
