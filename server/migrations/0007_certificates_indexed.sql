-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "certificates_one_valid" ON "certificates" USING btree ("account_id","kind_id") WHERE "certificates"."state" = 'valid';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "certificates_registration" ON "certificates" USING btree ("registration_id");
