-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_ended" ON "classes" USING btree (coalesce("end_time", "start_time")) WHERE "classes"."published_at" is not null;
