ALTER TABLE "accounts" DROP CONSTRAINT "accounts_upper_case";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_refused_reason";--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_group_member" FOREIGN KEY ("group_id","account_id") REFERENCES "public"."memberships"("group_id","account_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_group_member" FOREIGN KEY ("group_id","reported_by") REFERENCES "public"."memberships"("group_id","account_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_address" CHECK (length("accounts"."address") between 1 and 100) NOT VALID;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_email" CHECK (length("accounts"."email") between 1 and 254) NOT VALID;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_phones" CHECK (length("accounts"."cell_phone") between 1 and 20 and length("accounts"."home_phone") between 1 and 20 and length("accounts"."company_phone") between 1 and 20) NOT VALID;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_background" CHECK (length("accounts"."employer") between 1 and 60 and length("accounts"."school") between 1 and 60 and length("accounts"."department") between 1 and 60) NOT VALID;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_of_a_day" CHECK ("sessions"."expires_at" > "sessions"."created_at" and "sessions"."expires_at" <= "sessions"."created_at" + interval '24 hours') NOT VALID;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_name" CHECK ("staff_accounts"."name" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_name" CHECK ("attachments"."name" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "certificate_kinds" ADD CONSTRAINT "certificate_kinds_name" CHECK ("certificate_kinds"."name" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_texts" CHECK ("classes"."place" <> '' and "classes"."contact_name" <> '' and "classes"."contact_phone" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_texts" CHECK ("organizations"."code" <> '' and "organizations"."name" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_name" CHECK ("subjects"."name" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_texts" CHECK ("train_classes"."code" <> '' and "train_classes"."chinese_name" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_hours" CHECK ("train_classes"."hours" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "renewal_requests" ADD CONSTRAINT "renewal_requests_decided_after" CHECK ("renewal_requests"."decided_at" >= "renewal_requests"."asked_at") NOT VALID;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_actor" CHECK ("registration_events"."actor" ~ '^((account|staff):[1-9][0-9]*|system)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_action" CHECK ("registration_events"."action" ~ '^[a-z][a-z0-9_.-]{0,79}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_from_state" CHECK ("registration_events"."from_state" in ('pending', 'refused', 'unpaid', 'reported', 'confirmed', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_to_state" CHECK ("registration_events"."to_state" in ('pending', 'refused', 'unpaid', 'reported', 'confirmed', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_refused_reason" CHECK ("registrations"."state" <> 'refused' or coalesce("registrations"."reason", '') <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_name" CHECK ("groups"."name" <> '') NOT VALID;--> statement-breakpoint
-- Who was added and removed at once could have left, by the clock, before they came.
UPDATE "memberships" SET "left_at" = "joined_at" WHERE "left_at" < "joined_at";--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_left_after_joining" CHECK ("memberships"."left_at" >= "memberships"."joined_at") NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_template" CHECK ("mails"."template" in ('registered', 'enrolled', 'group_enrolled', 'group_cancelled', 'approved', 'refused', 'payment_confirmed', 'payment_rejected', 'password_reset', 'password_changed', 'contact_changed', 'renewal_asked', 'renewal_approved', 'renewal_refused', 'group_added', 'group_removed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_attempts" CHECK ("mails"."attempts" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_actor" CHECK ("audit_events"."actor" ~ '^((account|staff):[1-9][0-9]*|system)$') NOT VALID;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_owner" CHECK ("idempotency_keys"."owner" ~ '^(account:[1-9][0-9]*|guest)$') NOT VALID;
