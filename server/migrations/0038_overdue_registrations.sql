-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "registrations_overdue" ON "registrations" USING btree ("organization_id","payment_due","id") WHERE "registrations"."state" = 'unpaid';
