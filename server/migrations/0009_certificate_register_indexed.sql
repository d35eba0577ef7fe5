-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_issued" ON "certificates" USING btree ("issued_on","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_organization_issued" ON "certificates" USING btree ("organization_id","issued_on","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_end" ON "certificates" USING btree ("end_time","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_organization_end" ON "certificates" USING btree ("organization_id","end_time","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_kind_issued" ON "certificates" USING btree ("kind_id","issued_on","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_ended_issued" ON "certificates" USING btree ("state","issued_on","id") WHERE "certificates"."state" <> 'valid';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "renewal_requests_open_asked" ON "renewal_requests" USING btree ("asked_at","id") WHERE "renewal_requests"."state" = 'open';