-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "imports_group" ON "imports" USING btree ("group_id");