-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_session" ON "audit_events" USING btree ("session_id") WHERE "audit_events"."session_id" is not null;
