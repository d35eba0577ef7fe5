-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_text_by_start" ON "classes" USING btree ("start_time","id","organization_id","search_text");
