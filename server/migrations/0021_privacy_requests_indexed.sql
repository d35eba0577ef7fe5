-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "erasure_requests_open_kind" ON "erasure_requests" USING btree ("account_id","kind") WHERE "erasure_requests"."state" = 'requested';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "erasure_requests_open";
