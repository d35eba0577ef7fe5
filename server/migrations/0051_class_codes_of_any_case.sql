-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "classes_code_any_case" ON "classes" USING btree (lower("code"));
