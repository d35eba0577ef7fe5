CREATE FUNCTION "refuse_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '5 years' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "refuse_event_change"();--> statement-breakpoint
CREATE TRIGGER "registration_events_append_only" BEFORE UPDATE OR DELETE ON "registration_events" FOR EACH ROW EXECUTE FUNCTION "refuse_event_change"();--> statement-breakpoint
CREATE FUNCTION "forget_audit_events"(older_than timestamptz) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH forgotten AS (
    DELETE FROM audit_events WHERE at < least(older_than, now() - interval '5 years') RETURNING 1
  )
  SELECT count(*) FROM forgotten
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "forget_audit_events"(timestamptz) FROM PUBLIC;
