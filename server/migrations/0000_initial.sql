CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"id_number" text,
	"passport_no" text,
	"account" text GENERATED ALWAYS AS (case when country = 'local' then id_number else passport_no end) STORED NOT NULL,
	"password_hash" text NOT NULL,
	"password_is_birthday" boolean DEFAULT false NOT NULL,
	"organization_id" integer,
	"chinese_name" text,
	"english_name" text,
	"sex" smallint,
	"birthday" date,
	"city_id" integer,
	"area_id" integer,
	"address" text,
	"address_code" text,
	"email" text,
	"cell_phone" text,
	"home_phone" text,
	"company_phone" text,
	"employer" text,
	"career_id" integer,
	"education_id" integer,
	"education_status_id" integer,
	"school" text,
	"department" text,
	"photo_key" text,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"state" boolean GENERATED ALWAYS AS (not password_is_birthday and organization_id is not null and chinese_name is not null and sex is not null and birthday is not null and city_id is not null and area_id is not null and address is not null and address_code is not null and email is not null and cell_phone is not null and career_id is not null and education_id is not null and education_status_id is not null and (country = 'local' or english_name is not null)) STORED NOT NULL,
	CONSTRAINT "accounts_idNumber_unique" UNIQUE("id_number"),
	CONSTRAINT "accounts_passportNo_unique" UNIQUE("passport_no"),
	CONSTRAINT "accounts_account_unique" UNIQUE("account"),
	CONSTRAINT "accounts_country" CHECK ("accounts"."country" in ('local', 'foreign')),
	CONSTRAINT "accounts_upper_case" CHECK ("accounts"."id_number" = upper("accounts"."id_number") and "accounts"."passport_no" = upper("accounts"."passport_no")),
	CONSTRAINT "accounts_id_number" CHECK ("accounts"."id_number" ~ '^[A-Z][12][0-9]{8}$'),
	CONSTRAINT "accounts_passport_no" CHECK ("accounts"."passport_no" ~ '^[A-Z0-9]{5,20}$'),
	CONSTRAINT "accounts_sex" CHECK ("accounts"."sex" in (0, 1)),
	CONSTRAINT "accounts_birthday" CHECK ("accounts"."birthday" >= '1900-01-01'),
	CONSTRAINT "accounts_address_code" CHECK ("accounts"."address_code" ~ '^[0-9]{3}([0-9]{2,3})?$'),
	CONSTRAINT "accounts_names" CHECK (length("accounts"."chinese_name") between 1 and 50 and length("accounts"."english_name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "areas" (
	"id" integer PRIMARY KEY NOT NULL,
	"city_id" integer NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"second_code" text,
	"position" integer NOT NULL,
	CONSTRAINT "areas_city_name" UNIQUE("city_id","name"),
	CONSTRAINT "areas_city_id" UNIQUE("city_id","id"),
	CONSTRAINT "areas_code" CHECK ("areas"."code" ~ '^[0-9]{3}$'),
	CONSTRAINT "areas_second_code" CHECK ("areas"."second_code" ~ '^[0-9]{3}$')
);
--> statement-breakpoint
CREATE TABLE "careers" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "careers_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "cities" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "cities_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "education_statuses" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "education_statuses_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "educations" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "educations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "known_addresses" (
	"account_id" bigint NOT NULL,
	"address" text NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_addresses_account_id_address_pk" PRIMARY KEY("account_id","address")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_hash" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"organization_id" integer,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_accounts_email" CHECK ("staff_accounts"."email" = lower("staff_accounts"."email"))
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"src" text NOT NULL,
	"file_key" text NOT NULL,
	"name" text NOT NULL,
	"extension" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "attachments_src_unique" UNIQUE("src"),
	CONSTRAINT "attachments_extension" CHECK ("attachments"."extension" ~ '^[a-z0-9]{1,10}$')
);
--> statement-breakpoint
CREATE TABLE "certificate_kinds" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"years" integer NOT NULL,
	CONSTRAINT "certificate_kinds_name_unique" UNIQUE("name"),
	CONSTRAINT "certificate_kinds_type" CHECK ("certificate_kinds"."type" in ('ordinary', 'coach')),
	CONSTRAINT "certificate_kinds_years" CHECK ("certificate_kinds"."years" between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "classes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"organization_id" integer NOT NULL,
	"train_class_id" integer NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"limit_number" integer NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"place" text NOT NULL,
	"contact_name" text NOT NULL,
	"contact_phone" text NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"group_id" bigint,
	"personal_allow" boolean NOT NULL,
	"group_allow" boolean NOT NULL,
	"apply_from" timestamp with time zone,
	"apply_until" timestamp with time zone,
	"fee" integer NOT NULL,
	"paid_html" text DEFAULT '' NOT NULL,
	"info" text,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "classes_code_unique" UNIQUE("code"),
	CONSTRAINT "classes_code" CHECK ("classes"."code" ~ '^[A-Za-z0-9-]{1,40}$' and lower("classes"."code") not in ('personal', 'group', 'groups', 'store', 'member')),
	CONSTRAINT "classes_number" CHECK ("classes"."number" between 0 and "classes"."limit_number"),
	CONSTRAINT "classes_limit" CHECK ("classes"."limit_number" between 1 and 10000),
	CONSTRAINT "classes_fee" CHECK ("classes"."fee" between 0 and 9999999),
	CONSTRAINT "classes_window" CHECK ("classes"."apply_from" < "classes"."apply_until"),
	CONSTRAINT "classes_group_only" CHECK ("classes"."group_id" is null or not "classes"."personal_allow")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "organizations_code_unique" UNIQUE("code"),
	CONSTRAINT "organizations_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"id" integer PRIMARY KEY NOT NULL,
	"train_class_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"full_score" integer NOT NULL,
	"pass_score" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "subjects_train_class_name" UNIQUE("train_class_id","name"),
	CONSTRAINT "subjects_kind" CHECK ("subjects"."kind" in ('學科', '術科')),
	CONSTRAINT "subjects_scores" CHECK ("subjects"."pass_score" between 0 and "subjects"."full_score")
);
--> statement-breakpoint
CREATE TABLE "train_class_prerequisites" (
	"train_class_id" integer NOT NULL,
	"requires_id" integer NOT NULL,
	CONSTRAINT "train_class_prerequisites_train_class_id_requires_id_pk" PRIMARY KEY("train_class_id","requires_id"),
	CONSTRAINT "train_class_prerequisites_other" CHECK ("train_class_prerequisites"."train_class_id" <> "train_class_prerequisites"."requires_id")
);
--> statement-breakpoint
CREATE TABLE "train_classes" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"chinese_name" text NOT NULL,
	"certificate_kind_id" integer NOT NULL,
	"hours" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "train_classes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"account_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"train_class_id" integer NOT NULL,
	"issued_on" date NOT NULL,
	"years" integer NOT NULL,
	"end_time" date NOT NULL,
	"replaced_by_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificates_number_unique" UNIQUE("number"),
	CONSTRAINT "certificates_replacedById_unique" UNIQUE("replaced_by_id"),
	CONSTRAINT "certificates_number" CHECK ("certificates"."number" ~ '^[A-Za-z0-9-]{1,40}$'),
	CONSTRAINT "certificates_years" CHECK ("certificates"."years" between 1 and 50),
	CONSTRAINT "certificates_dates" CHECK ("certificates"."issued_on" <= "certificates"."end_time"),
	CONSTRAINT "certificates_replaced_by_other" CHECK ("certificates"."replaced_by_id" <> "certificates"."id")
);
--> statement-breakpoint
CREATE TABLE "renewal_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"certificate_id" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"front_note" text,
	"backend_note" text,
	"approved" boolean,
	"decided_at" timestamp with time zone,
	CONSTRAINT "renewal_requests_decided" CHECK (("renewal_requests"."approved" is null) = ("renewal_requests"."decided_at" is null)),
	CONSTRAINT "renewal_requests_notes" CHECK (length("renewal_requests"."front_note") <= 500 and length("renewal_requests"."backend_note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"picture_key" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "intro_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "intro_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"picture_key" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "intro_types_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "intros" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "intros_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type_id" integer NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "intros_type_position" UNIQUE("type_id","position")
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registration_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"note" text,
	"data" jsonb
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"group_id" bigint,
	"state" text NOT NULL,
	"reason" text,
	"result" smallint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_state" CHECK ("registrations"."state" in ('pending', 'refused', 'unpaid', 'reported', 'confirmed', 'cancelled')),
	CONSTRAINT "registrations_refused_reason" CHECK ("registrations"."state" <> 'refused' or "registrations"."reason" is not null),
	CONSTRAINT "registrations_result" CHECK ("registrations"."result" is null or ("registrations"."result" in (1, 2) and "registrations"."state" = 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "groups_code_unique" UNIQUE("code"),
	CONSTRAINT "groups_code" CHECK ("groups"."code" ~ '^[A-Za-z0-9-]{1,40}$' and lower("groups"."code") not in ('personal', 'group', 'groups', 'store', 'member'))
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "memberships_group_account" UNIQUE("group_id","account_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('manager', 'member')),
	CONSTRAINT "memberships_manager_stays" CHECK ("memberships"."role" = 'member' or "memberships"."left_at" is null)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sent', 'undeliverable')),
	CONSTRAINT "mails_sent" CHECK (("mails"."state" = 'sent') = ("mails"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_report_registrations" (
	"report_id" bigint NOT NULL,
	"registration_id" bigint NOT NULL,
	CONSTRAINT "payment_report_registrations_report_id_registration_id_pk" PRIMARY KEY("report_id","registration_id")
);
--> statement-breakpoint
CREATE TABLE "payment_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"reported_by" bigint NOT NULL,
	"group_id" bigint,
	"paid_time" date NOT NULL,
	"last_five" text NOT NULL,
	"paid_money" integer NOT NULL,
	"paid_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_reports_last_five" CHECK ("payment_reports"."last_five" ~ '^[0-9]{5}$'),
	CONSTRAINT "payment_reports_paid_money" CHECK ("payment_reports"."paid_money" between 0 and 9999999),
	CONSTRAINT "payment_reports_paid_name" CHECK (length("payment_reports"."paid_name") between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" bigint,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_events_action" CHECK ("audit_events"."action" ~ '^[a-z][a-z0-9_.-]{0,79}$')
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"route" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key"),
	CONSTRAINT "idempotency_keys_key_length" CHECK (length("idempotency_keys"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "scores" (
	"registration_id" bigint NOT NULL,
	"subject_id" integer NOT NULL,
	"score" numeric(5, 1) NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scores_registration_id_subject_id_pk" PRIMARY KEY("registration_id","subject_id"),
	CONSTRAINT "scores_score" CHECK ("scores"."score" >= 0)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_career_id_careers_id_fk" FOREIGN KEY ("career_id") REFERENCES "public"."careers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_education_id_educations_id_fk" FOREIGN KEY ("education_id") REFERENCES "public"."educations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_education_status_id_education_statuses_id_fk" FOREIGN KEY ("education_status_id") REFERENCES "public"."education_statuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_area_in_city" FOREIGN KEY ("city_id","area_id") REFERENCES "public"."areas"("city_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "areas" ADD CONSTRAINT "areas_city_id_cities_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."cities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_train_class_id_train_classes_id_fk" FOREIGN KEY ("train_class_id") REFERENCES "public"."train_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_train_class_id_train_classes_id_fk" FOREIGN KEY ("train_class_id") REFERENCES "public"."train_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "train_class_prerequisites" ADD CONSTRAINT "train_class_prerequisites_train_class_id_train_classes_id_fk" FOREIGN KEY ("train_class_id") REFERENCES "public"."train_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "train_class_prerequisites" ADD CONSTRAINT "train_class_prerequisites_requires_id_train_classes_id_fk" FOREIGN KEY ("requires_id") REFERENCES "public"."train_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "train_classes" ADD CONSTRAINT "train_classes_certificate_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("certificate_kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_train_class_id_train_classes_id_fk" FOREIGN KEY ("train_class_id") REFERENCES "public"."train_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_replaced_by_id_certificates_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_requests" ADD CONSTRAINT "renewal_requests_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intros" ADD CONSTRAINT "intros_type_id_intro_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."intro_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_report_registrations" ADD CONSTRAINT "payment_report_registrations_report_id_payment_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."payment_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_report_registrations" ADD CONSTRAINT "payment_report_registrations_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_reported_by_accounts_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_organization" ON "accounts" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_alive" ON "password_resets" USING btree ("account_id") WHERE "password_resets"."used_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_account" ON "sign_in_attempts" USING btree ("account_hash","at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_address" ON "sign_in_attempts" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_at" ON "sign_in_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "attachments_class" ON "attachments" USING btree ("class_id","position");--> statement-breakpoint
CREATE INDEX "classes_listed" ON "classes" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "classes"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_organization" ON "classes" USING btree ("organization_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "classes_train_class" ON "classes" USING btree ("train_class_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "classes_start_time" ON "classes" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "classes_group" ON "classes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "certificates_account" ON "certificates" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_requests_one_open" ON "renewal_requests" USING btree ("certificate_id") WHERE "renewal_requests"."approved" is null;--> statement-breakpoint
CREATE INDEX "renewal_requests_certificate" ON "renewal_requests" USING btree ("certificate_id");--> statement-breakpoint
CREATE INDEX "registration_events_registration" ON "registration_events" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_seat" ON "registrations" USING btree ("class_id","account_id") WHERE "registrations"."state" in ('pending', 'unpaid', 'reported', 'confirmed');--> statement-breakpoint
CREATE INDEX "registrations_account" ON "registrations" USING btree ("account_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registrations_group" ON "registrations" USING btree ("group_id","class_id");--> statement-breakpoint
CREATE INDEX "memberships_account" ON "memberships" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_account" ON "mails" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "payment_report_registrations_registration" ON "payment_report_registrations" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "payment_reports_class" ON "payment_reports" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "payment_reports_reported_by" ON "payment_reports" USING btree ("reported_by");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject","subject_id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");