-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "identity_changes_former_number" ON "identity_changes" USING btree (("before" ->> 'number'));
