CREATE TABLE "event_people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"account_ids" bigint[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "session_id" bigint;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "session_id" bigint;--> statement-breakpoint
ALTER TABLE "event_people" ADD CONSTRAINT "event_people_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_people_event" ON "event_people" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "event_people_accounts" ON "event_people" USING gin ("account_ids");
--> statement-breakpoint
-- Rows go with their event.
CREATE FUNCTION refuse_event_people_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM audit_events WHERE id = OLD.event_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER event_people_append_only BEFORE UPDATE OR DELETE ON event_people FOR EACH ROW EXECUTE FUNCTION refuse_event_people_change();--> statement-breakpoint
CREATE TRIGGER event_people_no_truncate BEFORE TRUNCATE ON event_people FOR EACH STATEMENT EXECUTE FUNCTION refuse_event_people_change();
