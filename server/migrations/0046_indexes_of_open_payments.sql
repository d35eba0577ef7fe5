-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_returned" ON "mails" USING btree ("organization_id","created_at") WHERE "mails"."state" = 'undeliverable' and "mails"."handled_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_returned_everywhere" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'undeliverable' and "mails"."handled_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_kind_listed" ON "payments" USING btree ("organization_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_method_listed" ON "payments" USING btree ("organization_id","method","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_undone_listed" ON "payments" USING btree ("organization_id","created_at","id") WHERE "payments"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_listed" ON "refunds" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_state_listed" ON "refunds" USING btree ("organization_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "statement_lines_open" ON "statement_lines" USING btree ("bank_account_id","day","id") WHERE "statement_lines"."aside" is null and not "statement_lines"."used";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "statement_lines_used_digits" ON "statement_lines" USING btree ("bank_account_id","digits","amount","day") WHERE "statement_lines"."used";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "statement_lines_used_name" ON "statement_lines" USING btree ("bank_account_id","name","amount","day") WHERE "statement_lines"."used";
