-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_mailbox" ON "mails" USING btree (lower("recipient"),"sent_at") WHERE "mails"."state" = 'sent';
