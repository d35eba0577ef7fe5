-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_without_line" ON "payments" USING btree ("received_on") WHERE "payments"."bank_account_id" is null and "payments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_paid_on" ON "refunds" USING btree ("paid_on") WHERE "refunds"."state" = 'paid';