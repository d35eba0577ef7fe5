-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_series" ON "classes" USING btree ("series_id") WHERE "classes"."series_id" is not null;
