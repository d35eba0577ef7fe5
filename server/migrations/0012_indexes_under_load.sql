-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "certificates_same" ON "certificates" USING btree ("id","account_id","organization_id","train_class_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_created_at" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_urgent" ON "mails" USING btree ("due_at") WHERE "mails"."state" = 'queued' and "mails"."urgent";
