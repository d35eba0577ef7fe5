-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_merged_into" ON "accounts" USING btree ("merged_into_id") WHERE "accounts"."merged_into_id" is not null;
