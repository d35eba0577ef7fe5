-- The schema of version 1.0.0: functions for searches, tables, triggers, and reference data.
-- The form in which a search compares: half width, small letters, one character for 臺 and 台.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(lower(normalize(value, NFKC)), '台', '臺')
$$;--> statement-breakpoint
-- Each character and each pair of neighbours in a word.
CREATE FUNCTION search_grams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(part, at, size)), '{}')
  FROM regexp_split_to_table(value, '\s+') part, generate_series(1, length(part)) at, generate_series(1, 2) size
  WHERE at + size - 1 <= length(part)
$$;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"id_number" text,
	"passport_no" text,
	"account" text GENERATED ALWAYS AS (case when country = 'local' then id_number else passport_no end) STORED NOT NULL,
	"password_hash" text NOT NULL,
	"password_is_birthday" boolean DEFAULT false NOT NULL,
	"imported_at" timestamp with time zone,
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
	"email_confirmed_at" timestamp with time zone,
	"phone_confirmed_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"state" boolean GENERATED ALWAYS AS (not password_is_birthday and organization_id is not null and chinese_name is not null and sex is not null and birthday is not null and city_id is not null and area_id is not null and address is not null and address_code is not null and email is not null and cell_phone is not null and career_id is not null and education_id is not null and education_status_id is not null and (country = 'local' or english_name is not null)) STORED NOT NULL,
	CONSTRAINT "accounts_idNumber_unique" UNIQUE("id_number"),
	CONSTRAINT "accounts_passportNo_unique" UNIQUE("passport_no"),
	CONSTRAINT "accounts_account_unique" UNIQUE("account"),
	CONSTRAINT "accounts_country" CHECK ("accounts"."country" in ('local', 'foreign')),
	CONSTRAINT "accounts_id_number" CHECK ("accounts"."id_number" ~ '^[A-Z][12][0-9]{8}$'),
	CONSTRAINT "accounts_passport_no" CHECK ("accounts"."passport_no" ~ '^[A-Z0-9]{5,20}$'),
	CONSTRAINT "accounts_sex" CHECK ("accounts"."sex" in (0, 1)),
	CONSTRAINT "accounts_birthday" CHECK ("accounts"."birthday" >= '1900-01-01'),
	CONSTRAINT "accounts_address_code" CHECK ("accounts"."address_code" ~ '^[0-9]{3}([0-9]{2,3})?$'),
	CONSTRAINT "accounts_names" CHECK (length("accounts"."chinese_name") between 1 and 50 and length("accounts"."english_name") between 1 and 60),
	CONSTRAINT "accounts_address" CHECK (length("accounts"."address") between 1 and 100),
	CONSTRAINT "accounts_email" CHECK (length("accounts"."email") between 1 and 254),
	CONSTRAINT "accounts_phones" CHECK (length("accounts"."cell_phone") between 1 and 20 and length("accounts"."home_phone") between 1 and 20 and length("accounts"."company_phone") between 1 and 20),
	CONSTRAINT "accounts_background" CHECK (length("accounts"."employer") between 1 and 60 and length("accounts"."school") between 1 and 60 and length("accounts"."department") between 1 and 60)
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
CREATE TABLE "contact_undos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_undos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"account_id" bigint NOT NULL,
	"email" text NOT NULL,
	"passport_no" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "contact_undos_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "contact_undos_expires" CHECK ("contact_undos"."expires_at" > "contact_undos"."created_at")
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
CREATE TABLE "password_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "password_codes_tries" CHECK ("password_codes"."tries" between 0 and 5)
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
CREATE TABLE "person_views" (
	"viewed_id" bigint NOT NULL,
	"viewer_id" bigint NOT NULL,
	"what" text NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_views_viewed_id_day_viewer_id_what_pk" PRIMARY KEY("viewed_id","day","viewer_id","what"),
	CONSTRAINT "person_views_what" CHECK ("person_views"."what" in ('details', 'photo'))
);
--> statement-breakpoint
CREATE TABLE "privacy_acceptances" (
	"account_id" bigint NOT NULL,
	"version" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "privacy_acceptances_account_id_version_pk" PRIMARY KEY("account_id","version")
);
--> statement-breakpoint
CREATE TABLE "registration_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"network" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "renewed_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"successor_hash" text NOT NULL,
	"salt" text NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"lineage" text NOT NULL,
	"device" text,
	"network" text,
	"pending_email" text,
	CONSTRAINT "sessions_pending_email" CHECK (length("sessions"."pending_email") between 1 and 254),
	CONSTRAINT "sessions_of_a_day" CHECK ("sessions"."expires_at" > "sessions"."created_at" and "sessions"."expires_at" <= "sessions"."created_at" + interval '24 hours')
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_hash" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"secret" text DEFAULT 'password' NOT NULL,
	CONSTRAINT "sign_in_attempts_secret" CHECK ("sign_in_attempts"."secret" in ('password', 'birth_date'))
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" bigint,
	"organization_id" integer,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_events_actor" CHECK ("audit_events"."actor" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "audit_events_action" CHECK ("audit_events"."action" ~ '^[a-z][a-z0-9_.-]{0,79}$')
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"src" text NOT NULL,
	"file_key" text NOT NULL,
	"name" text NOT NULL,
	"extension" text NOT NULL,
	"size" integer,
	"position" integer NOT NULL,
	CONSTRAINT "attachments_src_unique" UNIQUE("src"),
	CONSTRAINT "attachments_name" CHECK ("attachments"."name" <> ''),
	CONSTRAINT "attachments_size" CHECK ("attachments"."size" > 0),
	CONSTRAINT "attachments_extension" CHECK ("attachments"."extension" ~ '^[a-z0-9]{1,10}$')
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"bank" text NOT NULL,
	"bank_code" text,
	"holder" text NOT NULL,
	"number" text NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "bank_accounts_number" UNIQUE("organization_id","bank","number"),
	CONSTRAINT "bank_accounts_texts" CHECK ("bank_accounts"."bank" <> '' and "bank_accounts"."holder" <> '' and "bank_accounts"."number" <> ''),
	CONSTRAINT "bank_accounts_bank_code" CHECK ("bank_accounts"."bank_code" ~ '^[0-9]{3}$')
);
--> statement-breakpoint
CREATE TABLE "certificate_kinds" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"years" integer NOT NULL,
	CONSTRAINT "certificate_kinds_name_unique" UNIQUE("name"),
	CONSTRAINT "certificate_kinds_name" CHECK ("certificate_kinds"."name" <> ''),
	CONSTRAINT "certificate_kinds_type" CHECK ("certificate_kinds"."type" in ('ordinary', 'coach')),
	CONSTRAINT "certificate_kinds_years" CHECK ("certificate_kinds"."years" between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "class_instructors" (
	"class_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	CONSTRAINT "class_instructors_class_id_staff_id_pk" PRIMARY KEY("class_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "class_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"date" date NOT NULL,
	"from_time" time NOT NULL,
	"to_time" time NOT NULL,
	"place" text,
	"instructor" text,
	CONSTRAINT "class_sessions_start" UNIQUE("class_id","date","from_time"),
	CONSTRAINT "class_sessions_times" CHECK ("class_sessions"."from_time" < "class_sessions"."to_time"),
	CONSTRAINT "class_sessions_texts" CHECK ("class_sessions"."place" <> '' and "class_sessions"."instructor" <> '')
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "classes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"organization_id" integer NOT NULL,
	"course_id" integer NOT NULL,
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
	"payment_days" integer DEFAULT 7 NOT NULL,
	"bank_account_id" bigint,
	"end_time" timestamp with time zone,
	"hours" integer,
	"paid_html" text DEFAULT '' NOT NULL,
	"info" text,
	"search_text" text DEFAULT '' NOT NULL,
	"published_at" timestamp with time zone,
	"state" text DEFAULT 'draft' NOT NULL,
	"publish_at" timestamp with time zone,
	"minimum_number" integer,
	"staff_note" text DEFAULT '' NOT NULL,
	"postponed_at" timestamp with time zone,
	"free_cancel_until" date,
	"call_off_reason" text,
	"call_off_text" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "classes_code_unique" UNIQUE("code"),
	CONSTRAINT "classes_code" CHECK ("classes"."code" ~ '^[A-Za-z0-9-]{1,40}$' and lower("classes"."code") not in ('personal', 'group', 'groups', 'store', 'member')),
	CONSTRAINT "classes_number" CHECK ("classes"."number" between 0 and "classes"."limit_number"),
	CONSTRAINT "classes_limit" CHECK ("classes"."limit_number" between 1 and 10000),
	CONSTRAINT "classes_texts" CHECK ("classes"."place" <> '' and "classes"."contact_name" <> '' and "classes"."contact_phone" <> ''),
	CONSTRAINT "classes_fee" CHECK ("classes"."fee" between 0 and 9999999),
	CONSTRAINT "classes_payment_days" CHECK ("classes"."payment_days" between 0 and 365),
	CONSTRAINT "classes_end" CHECK ("classes"."end_time" > "classes"."start_time"),
	CONSTRAINT "classes_hours" CHECK ("classes"."hours" between 1 and 2000),
	CONSTRAINT "classes_window" CHECK ("classes"."apply_from" < "classes"."apply_until"),
	CONSTRAINT "classes_group_only" CHECK ("classes"."group_id" is null or not "classes"."personal_allow"),
	CONSTRAINT "classes_state" CHECK ("classes"."state" in ('draft', 'published', 'closed', 'completed', 'cancelled')),
	CONSTRAINT "classes_published" CHECK (("classes"."published_at" is not null) = ("classes"."state" in ('published', 'closed', 'completed'))),
	CONSTRAINT "classes_publish_at" CHECK ("classes"."publish_at" is null or "classes"."state" = 'draft'),
	CONSTRAINT "classes_minimum" CHECK ("classes"."minimum_number" between 1 and 10000),
	CONSTRAINT "classes_call_off" CHECK (("classes"."call_off_reason" is not null) = ("classes"."state" = 'cancelled')),
	CONSTRAINT "classes_call_off_reason" CHECK ("classes"."call_off_reason" in ('too_few', 'disaster', 'instructor', 'other'))
);
--> statement-breakpoint
CREATE TABLE "course_prerequisites" (
	"course_id" integer NOT NULL,
	"requires_id" integer NOT NULL,
	CONSTRAINT "course_prerequisites_course_id_requires_id_pk" PRIMARY KEY("course_id","requires_id"),
	CONSTRAINT "course_prerequisites_other" CHECK ("course_prerequisites"."course_id" <> "course_prerequisites"."requires_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"chinese_name" text NOT NULL,
	"certificate_kind_id" integer NOT NULL,
	"hours" integer NOT NULL,
	"position" integer NOT NULL,
	"attendance_minimum" integer DEFAULT 0 NOT NULL,
	"fee" integer DEFAULT 0 NOT NULL,
	"limit_number" integer DEFAULT 30 NOT NULL,
	"payment_days" integer DEFAULT 7 NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"paid_html" text DEFAULT '' NOT NULL,
	"info" text,
	CONSTRAINT "courses_code_unique" UNIQUE("code"),
	CONSTRAINT "courses_texts" CHECK ("courses"."code" <> '' and "courses"."chinese_name" <> ''),
	CONSTRAINT "courses_hours" CHECK ("courses"."hours" > 0),
	CONSTRAINT "courses_attendance" CHECK ("courses"."attendance_minimum" between 0 and 100),
	CONSTRAINT "courses_fee" CHECK ("courses"."fee" between 0 and 9999999),
	CONSTRAINT "courses_limit" CHECK ("courses"."limit_number" between 1 and 10000),
	CONSTRAINT "courses_payment_days" CHECK ("courses"."payment_days" between 0 and 365)
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" integer PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "organizations_code_unique" UNIQUE("code"),
	CONSTRAINT "organizations_name_unique" UNIQUE("name"),
	CONSTRAINT "organizations_texts" CHECK ("organizations"."code" <> '' and "organizations"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"id" integer PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"full_score" integer NOT NULL,
	"pass_score" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "subjects_course_name" UNIQUE("course_id","name"),
	CONSTRAINT "subjects_name" CHECK ("subjects"."name" <> ''),
	CONSTRAINT "subjects_kind" CHECK ("subjects"."kind" in ('學科', '術科')),
	CONSTRAINT "subjects_scores" CHECK ("subjects"."pass_score" between 0 and "subjects"."full_score")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"account_id" bigint NOT NULL,
	"organization_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"issued_on" date NOT NULL,
	"years" integer NOT NULL,
	"end_time" date NOT NULL,
	"replaced_by_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificates_number_unique" UNIQUE("number"),
	CONSTRAINT "certificates_replacedById_unique" UNIQUE("replaced_by_id"),
	CONSTRAINT "certificates_same" UNIQUE("id","account_id","organization_id","course_id"),
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
	"state" text DEFAULT 'open' NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "renewal_requests_decided" CHECK (("renewal_requests"."state" = 'open') = ("renewal_requests"."decided_at" is null)),
	CONSTRAINT "renewal_requests_state" CHECK ("renewal_requests"."state" in ('open', 'approved', 'rejected')),
	CONSTRAINT "renewal_requests_decided_after" CHECK ("renewal_requests"."decided_at" >= "renewal_requests"."asked_at"),
	CONSTRAINT "renewal_requests_notes" CHECK (length("renewal_requests"."front_note") <= 500 and length("renewal_requests"."backend_note") <= 500)
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"picture_key" text NOT NULL,
	"position" integer NOT NULL,
	"focus" smallint DEFAULT 40 NOT NULL,
	CONSTRAINT "banners_focus" CHECK ("banners"."focus" between 20 and 70 and "banners"."focus" % 10 = 0)
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
CREATE TABLE "pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_key" CHECK ("pictures"."key" ~ '^[A-Za-z0-9_-]{16,64}$'),
	CONSTRAINT "pictures_size" CHECK ("pictures"."width" between 1 and 4000 and "pictures"."height" between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "site_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"hint" text,
	"required" boolean NOT NULL,
	"position" integer NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "course_documents_texts" CHECK (length("course_documents"."name") between 1 and 40 and length("course_documents"."hint") <= 200)
);
--> statement-breakpoint
CREATE TABLE "registration_documents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_documents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"course_document_id" bigint,
	"slot" smallint NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registration_documents_slots" CHECK ("registration_documents"."slot" between 1 and 5),
	CONSTRAINT "registration_documents_name" CHECK (length("registration_documents"."name") between 1 and 100),
	CONSTRAINT "registration_documents_kind" CHECK ("registration_documents"."kind" in ('pdf', 'jpeg')),
	CONSTRAINT "registration_documents_size" CHECK ("registration_documents"."size" > 0),
	CONSTRAINT "registration_documents_sha256" CHECK ("registration_documents"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "registration_documents_added_by" CHECK ("registration_documents"."added_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
CREATE TABLE "applicant_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "applicant_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "applicant_codes_tries" CHECK ("applicant_codes"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "registration_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"organization_id" integer,
	"from_state" text,
	"to_state" text NOT NULL,
	"note" text,
	"data" jsonb,
	CONSTRAINT "registration_events_actor" CHECK ("registration_events"."actor" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "registration_events_action" CHECK ("registration_events"."action" ~ '^[a-z][a-z0-9_.-]{0,79}$'),
	CONSTRAINT "registration_events_from_state" CHECK ("registration_events"."from_state" in ('pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled')),
	CONSTRAINT "registration_events_to_state" CHECK ("registration_events"."to_state" in ('pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "registration_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "registration_notes_text" CHECK (length("registration_notes"."text") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"organization_id" integer,
	"group_id" bigint,
	"state" text NOT NULL,
	"reason" text,
	"payment_due" date,
	"confirm_by" timestamp with time zone,
	"network" text,
	"fee" integer,
	"result" smallint,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_state" CHECK ("registrations"."state" in ('pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled')),
	CONSTRAINT "registrations_rejected_reason" CHECK ("registrations"."state" <> 'rejected' or coalesce("registrations"."reason", '') <> ''),
	CONSTRAINT "registrations_fee" CHECK ("registrations"."fee" between 0 and 9999999),
	CONSTRAINT "registrations_result" CHECK ("registrations"."result" is null or ("registrations"."result" in (1, 2) and "registrations"."state" = 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "review_phrases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_phrases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_phrases_text_once" UNIQUE("text"),
	CONSTRAINT "review_phrases_text" CHECK (length("review_phrases"."text") between 1 and 200),
	CONSTRAINT "review_phrases_version" CHECK ("review_phrases"."version" >= 1),
	CONSTRAINT "review_phrases_updated_by" CHECK ("review_phrases"."updated_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "groups_code_unique" UNIQUE("code"),
	CONSTRAINT "groups_code" CHECK ("groups"."code" ~ '^[A-Za-z0-9-]{1,40}$' and lower("groups"."code") not in ('personal', 'group', 'groups', 'store', 'member')),
	CONSTRAINT "groups_name" CHECK ("groups"."name" <> '')
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
	CONSTRAINT "memberships_manager_stays" CHECK ("memberships"."role" = 'member' or "memberships"."left_at" is null),
	CONSTRAINT "memberships_left_after_joining" CHECK ("memberships"."left_at" >= "memberships"."joined_at")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" bigint,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"data" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"for_unconfirmed" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"last_error" text,
	"class_id" bigint,
	"organization_id" integer,
	"handled_at" timestamp with time zone,
	"handled_by" text,
	CONSTRAINT "mails_attempts" CHECK ("mails"."attempts" >= 0),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sent', 'undeliverable')),
	CONSTRAINT "mails_sent" CHECK (("mails"."state" = 'sent') = ("mails"."sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "allocations" (
	"payment_id" bigint NOT NULL,
	"registration_id" bigint NOT NULL,
	"amount" integer NOT NULL,
	"report_id" bigint,
	"ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "allocations_payment_id_registration_id_pk" PRIMARY KEY("payment_id","registration_id"),
	CONSTRAINT "allocations_amount" CHECK ("allocations"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "charges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "charges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text,
	"payment_id" bigint,
	"refund_id" bigint,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charges_kind" CHECK ("charges"."kind" in ('fee', 'move_difference', 'waived', 'cancelled', 'kept')),
	CONSTRAINT "charges_amount" CHECK ("charges"."amount" <> 0 and "charges"."amount" between -9999999 and 9999999),
	CONSTRAINT "charges_sign" CHECK (("charges"."kind" <> 'fee' or "charges"."amount" > 0) and ("charges"."kind" <> 'cancelled' or "charges"."amount" < 0)),
	CONSTRAINT "charges_reason" CHECK (length("charges"."reason") between 1 and 1000),
	CONSTRAINT "charges_reason_given" CHECK ("charges"."kind" not in ('waived', 'kept') or "charges"."reason" is not null),
	CONSTRAINT "charges_refund_kept" CHECK (("charges"."kind" = 'kept') = ("charges"."refund_id" is not null)),
	CONSTRAINT "charges_created_by" CHECK ("charges"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
CREATE TABLE "payment_lines" (
	"payment_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_lines_payment_id_line_id_pk" PRIMARY KEY("payment_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"bank_account_id" bigint,
	"kind" text NOT NULL,
	"method" text NOT NULL,
	"amount" integer NOT NULL,
	"received_on" date NOT NULL,
	"note" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('full', 'partial', 'surplus')),
	CONSTRAINT "payments_method" CHECK ("payments"."method" in ('statement', 'cash', 'counter', 'other', 'unstated')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" between 0 and 99999999),
	CONSTRAINT "payments_note" CHECK (length("payments"."note") between 1 and 500),
	CONSTRAINT "payments_created_by" CHECK ("payments"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "payments_ended_by" CHECK ("payments"."ended_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "payments_ended" CHECK (("payments"."ended_at" is null) = ("payments"."ended_by" is null) and ("payments"."ended_at" is null) = ("payments"."end_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"registration_id" bigint NOT NULL,
	"organization_id" integer,
	"amount" integer NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"payment_id" bigint,
	"changed_by" text,
	"proposed" integer,
	"settled_by" text,
	"settled_at" timestamp with time zone,
	"paid_on" date,
	"reference" text,
	"waive_reason" text,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" between 1 and 9999999),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('due', 'paid', 'waived', 'withdrawn')),
	CONSTRAINT "refunds_reason" CHECK (length("refunds"."reason") between 1 and 1000),
	CONSTRAINT "refunds_created_by" CHECK ("refunds"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "refunds_changed_by" CHECK ("refunds"."changed_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "refunds_proposed" CHECK ("refunds"."proposed" between 1 and 9999999 and "refunds"."amount" <= "refunds"."proposed"),
	CONSTRAINT "refunds_settled_by" CHECK ("refunds"."settled_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "refunds_reference" CHECK (length("refunds"."reference") between 1 and 60),
	CONSTRAINT "refunds_waive_reason" CHECK (length("refunds"."waive_reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "payment_report_registrations" (
	"report_id" bigint NOT NULL,
	"registration_id" bigint NOT NULL,
	"outcome" text,
	CONSTRAINT "payment_report_registrations_report_id_registration_id_pk" PRIMARY KEY("report_id","registration_id"),
	CONSTRAINT "payment_report_registrations_outcome" CHECK ("payment_report_registrations"."outcome" in ('received', 'not_received', 'replaced'))
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
CREATE TABLE "idempotency_keys" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"route" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_owner_key_pk" PRIMARY KEY("owner","key"),
	CONSTRAINT "idempotency_keys_owner" CHECK ("idempotency_keys"."owner" ~ '^((account|staff):[1-9][0-9]*|guest)$'),
	CONSTRAINT "idempotency_keys_key_length" CHECK (length("idempotency_keys"."key") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "server_keys_secret" CHECK ("server_keys"."secret" ~ '^[A-Za-z0-9_-]{43}$')
);
--> statement-breakpoint
CREATE TABLE "unused_files" (
	"key" text PRIMARY KEY NOT NULL,
	"owner" text,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "unused_files_owner" CHECK ("unused_files"."owner" ~ '^account:[1-9][0-9]*$')
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasure_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "erasure_requests_state" CHECK ("erasure_requests"."state" in ('requested', 'withdrawn', 'declined', 'erased')),
	CONSTRAINT "erasure_requests_closed" CHECK (("erasure_requests"."state" = 'requested') = ("erasure_requests"."closed_at" is null)),
	CONSTRAINT "erasure_requests_reason" CHECK ("erasure_requests"."state" <> 'declined' or coalesce("erasure_requests"."reason", '') <> '')
);
--> statement-breakpoint
CREATE TABLE "staff_accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"organization_id" integer,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_accounts_email" CHECK ("staff_accounts"."email" = lower("staff_accounts"."email")),
	CONSTRAINT "staff_accounts_name" CHECK ("staff_accounts"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "staff_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"staff_id" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_challenges_purpose" CHECK ("staff_challenges"."purpose" in ('register', 'sign_in', 'confirm')),
	CONSTRAINT "staff_challenges_staff" CHECK (("staff_challenges"."staff_id" is null) = ("staff_challenges"."purpose" = 'sign_in'))
);
--> statement-breakpoint
CREATE TABLE "staff_factor_resets" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_factor_resets_due" CHECK ("staff_factor_resets"."due_at" > "staff_factor_resets"."asked_at")
);
--> statement-breakpoint
CREATE TABLE "staff_former_roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_former_roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"role" text NOT NULL,
	"organization_id" integer,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_former_roles_role" CHECK ("staff_former_roles"."role" in ('admin', 'officer', 'cashier', 'instructor', 'editor', 'auditor'))
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "staff_known_addresses" (
	"staff_id" bigint NOT NULL,
	"address" text NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_known_addresses_staff_id_address_pk" PRIMARY KEY("staff_id","address")
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_passkeys_credential" UNIQUE("credential_id"),
	CONSTRAINT "staff_passkeys_name" CHECK (length("staff_passkeys"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "staff_preferences" (
	"staff_id" bigint NOT NULL,
	"name" text NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_preferences_staff_id_name_pk" PRIMARY KEY("staff_id","name"),
	CONSTRAINT "staff_preferences_name" CHECK ("staff_preferences"."name" ~ '^[a-z][A-Za-z.]{0,59}$')
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_recovery_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "staff_recovery_codes_code" UNIQUE("staff_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "staff_roles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_roles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"role" text NOT NULL,
	"organization_id" integer,
	CONSTRAINT "staff_roles_once" UNIQUE NULLS NOT DISTINCT("staff_id","role","organization_id"),
	CONSTRAINT "staff_roles_role" CHECK ("staff_roles"."role" in ('admin', 'officer', 'cashier', 'instructor', 'editor', 'auditor')),
	CONSTRAINT "staff_roles_association_wide" CHECK ("staff_roles"."role" not in ('admin', 'editor') or "staff_roles"."organization_id" is null)
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"user_agent" text,
	"address" text NOT NULL,
	CONSTRAINT "staff_sessions_token" UNIQUE("token_hash"),
	CONSTRAINT "staff_sessions_of_12_hours" CHECK ("staff_sessions"."expires_at" > "staff_sessions"."created_at" and "staff_sessions"."expires_at" <= "staff_sessions"."created_at" + interval '12 hours')
);
--> statement-breakpoint
CREATE TABLE "staff_totp" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"secret" text,
	"pending_secret" text,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"bank_account_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"day" date NOT NULL,
	"amount" integer NOT NULL,
	"digits" text,
	"name" text,
	"memo" text,
	"aside" text,
	"aside_reason" text,
	"used" boolean DEFAULT false NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "statement_lines_once" UNIQUE("bank_account_id","fingerprint"),
	CONSTRAINT "statement_lines_row" CHECK ("statement_lines"."row" >= 1),
	CONSTRAINT "statement_lines_amount" CHECK ("statement_lines"."amount" between -999999999 and 999999999),
	CONSTRAINT "statement_lines_digits" CHECK ("statement_lines"."digits" ~ '^[0-9]{1,5}$'),
	CONSTRAINT "statement_lines_texts" CHECK (length("statement_lines"."name") between 1 and 100 and length("statement_lines"."memo") between 1 and 300),
	CONSTRAINT "statement_lines_aside" CHECK ("statement_lines"."aside" in ('withdrawal', 'zero', 'reversal', 'reversed', 'by_hand')),
	CONSTRAINT "statement_lines_aside_reason" CHECK ((coalesce("statement_lines"."aside", '') = 'by_hand') = ("statement_lines"."aside_reason" is not null)),
	CONSTRAINT "statement_lines_deposit" CHECK ("statement_lines"."amount" > 0 or "statement_lines"."aside" is not null),
	CONSTRAINT "statement_lines_fingerprint" CHECK ("statement_lines"."fingerprint" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bank_account_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	"added" integer NOT NULL,
	"known" integer NOT NULL,
	"forgotten_at" timestamp with time zone,
	CONSTRAINT "statements_file" UNIQUE("bank_account_id","sha256"),
	CONSTRAINT "statements_file_name" CHECK (length("statements"."file_name") between 1 and 200),
	CONSTRAINT "statements_sha256" CHECK ("statements"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "statements_imported_by" CHECK ("statements"."imported_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "statements_counts" CHECK ("statements"."added" >= 0 and "statements"."known" >= 0)
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"registration_id" bigint NOT NULL,
	"session_id" bigint NOT NULL,
	"state" text,
	"missed_minutes" smallint DEFAULT 0 NOT NULL,
	"checked_in_at" timestamp with time zone,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_registration_id_session_id_pk" PRIMARY KEY("registration_id","session_id"),
	CONSTRAINT "attendance_state" CHECK ("attendance"."state" in ('present', 'late', 'leave', 'absent')),
	CONSTRAINT "attendance_missed" CHECK ("attendance"."missed_minutes" between 0 and 1440 and ("attendance"."missed_minutes" = 0 or "attendance"."state" is not distinct from 'late')),
	CONSTRAINT "attendance_version" CHECK ("attendance"."version" >= 1),
	CONSTRAINT "attendance_updated_by" CHECK ("attendance"."updated_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
CREATE TABLE "draft_scores" (
	"registration_id" bigint NOT NULL,
	"subject_id" integer NOT NULL,
	"score" numeric(5, 1),
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draft_scores_registration_id_subject_id_pk" PRIMARY KEY("registration_id","subject_id"),
	CONSTRAINT "draft_scores_score" CHECK ("draft_scores"."score" >= 0),
	CONSTRAINT "draft_scores_version" CHECK ("draft_scores"."version" >= 1),
	CONSTRAINT "draft_scores_updated_by" CHECK ("draft_scores"."updated_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
CREATE TABLE "results" (
	"registration_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"decided" smallint,
	"reason" text,
	"published_at" timestamp with time zone,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "results_state" CHECK ("results"."state" in ('draft', 'published', 'corrected')),
	CONSTRAINT "results_decided" CHECK ("results"."decided" in (1, 2)),
	CONSTRAINT "results_reason" CHECK (length("results"."reason") between 1 and 500),
	CONSTRAINT "results_published" CHECK (("results"."state" = 'draft') = ("results"."published_at" is null)),
	CONSTRAINT "results_version" CHECK ("results"."version" >= 1),
	CONSTRAINT "results_updated_by" CHECK ("results"."updated_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
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
ALTER TABLE "contact_undos" ADD CONSTRAINT "contact_undos_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_addresses" ADD CONSTRAINT "known_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_codes" ADD CONSTRAINT "password_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_views" ADD CONSTRAINT "person_views_viewed_id_accounts_id_fk" FOREIGN KEY ("viewed_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_views" ADD CONSTRAINT "person_views_viewer_id_accounts_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_acceptances" ADD CONSTRAINT "privacy_acceptances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewed_sessions" ADD CONSTRAINT "renewed_sessions_successor_hash_sessions_token_hash_fk" FOREIGN KEY ("successor_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_instructors" ADD CONSTRAINT "class_instructors_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_instructors" ADD CONSTRAINT "class_instructors_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_sessions" ADD CONSTRAINT "class_sessions_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_prerequisites" ADD CONSTRAINT "course_prerequisites_requires_id_courses_id_fk" FOREIGN KEY ("requires_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_certificate_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("certificate_kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_replaced_by_id_certificates_id_fk" FOREIGN KEY ("replaced_by_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_replaced_by_same" FOREIGN KEY ("replaced_by_id","account_id","organization_id","course_id") REFERENCES "public"."certificates"("id","account_id","organization_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewal_requests" ADD CONSTRAINT "renewal_requests_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_picture_key_pictures_key_fk" FOREIGN KEY ("picture_key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intro_types" ADD CONSTRAINT "intro_types_picture_key_pictures_key_fk" FOREIGN KEY ("picture_key") REFERENCES "public"."pictures"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intros" ADD CONSTRAINT "intros_type_id_intro_types_id_fk" FOREIGN KEY ("type_id") REFERENCES "public"."intro_types"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_documents" ADD CONSTRAINT "course_documents_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_documents" ADD CONSTRAINT "registration_documents_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_documents" ADD CONSTRAINT "registration_documents_course_document_fk" FOREIGN KEY ("course_document_id") REFERENCES "public"."course_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_codes" ADD CONSTRAINT "applicant_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applicant_codes" ADD CONSTRAINT "applicant_codes_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_events" ADD CONSTRAINT "registration_events_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_notes" ADD CONSTRAINT "registration_notes_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_notes" ADD CONSTRAINT "registration_notes_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_group_member" FOREIGN KEY ("group_id","account_id") REFERENCES "public"."memberships"("group_id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_report_id_payment_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."payment_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_report_registrations" ADD CONSTRAINT "payment_report_registrations_report_id_payment_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."payment_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_report_registrations" ADD CONSTRAINT "payment_report_registrations_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_reported_by_accounts_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_group_member" FOREIGN KEY ("group_id","reported_by") REFERENCES "public"."memberships"("group_id","account_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_accounts" ADD CONSTRAINT "staff_accounts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_challenges" ADD CONSTRAINT "staff_challenges_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_factor_resets" ADD CONSTRAINT "staff_factor_resets_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_factor_resets" ADD CONSTRAINT "staff_factor_resets_asked_by_staff_accounts_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_former_roles" ADD CONSTRAINT "staff_former_roles_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_former_roles" ADD CONSTRAINT "staff_former_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_known_addresses" ADD CONSTRAINT "staff_known_addresses_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_preferences" ADD CONSTRAINT "staff_preferences_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_roles" ADD CONSTRAINT "staff_roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_totp" ADD CONSTRAINT "staff_totp_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_session_id_class_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."class_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_scores" ADD CONSTRAINT "draft_scores_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_scores" ADD CONSTRAINT "draft_scores_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_organization" ON "accounts" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "accounts_searched_names" ON "accounts" USING gin (search_grams(search_form(coalesce("chinese_name", '') || ' ' || coalesce("english_name", ''))));--> statement-breakpoint
CREATE INDEX "accounts_searched_email" ON "accounts" USING btree (lower("email") collate "C");--> statement-breakpoint
CREATE INDEX "accounts_searched_phone" ON "accounts" USING btree (regexp_replace("cell_phone", '[^0-9]', '', 'g') collate "C");--> statement-breakpoint
CREATE INDEX "accounts_chinese_name" ON "accounts" USING btree ("chinese_name");--> statement-breakpoint
CREATE INDEX "accounts_cell_phone" ON "accounts" USING btree ("cell_phone");--> statement-breakpoint
CREATE INDEX "contact_undos_account" ON "contact_undos" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "contact_undos_expires_at" ON "contact_undos" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "password_codes_alive" ON "password_codes" USING btree ("account_id") WHERE "password_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "password_codes_account" ON "password_codes" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "password_resets_alive" ON "password_resets" USING btree ("account_id") WHERE "password_resets"."used_at" is null;--> statement-breakpoint
CREATE INDEX "password_resets_account" ON "password_resets" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "person_views_viewer" ON "person_views" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "person_views_at" ON "person_views" USING btree ("at");--> statement-breakpoint
CREATE INDEX "registration_attempts_network" ON "registration_attempts" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "registration_attempts_at" ON "registration_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "renewed_sessions_successor" ON "renewed_sessions" USING btree ("successor_hash");--> statement-breakpoint
CREATE INDEX "renewed_sessions_renewed_at" ON "renewed_sessions" USING btree ("renewed_at");--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_account" ON "sign_in_attempts" USING btree ("account_hash","at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_address" ON "sign_in_attempts" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_at" ON "sign_in_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_events_subject" ON "audit_events" USING btree ("subject","subject_id");--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_events_log" ON "audit_events" USING btree ("at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "audit_events_log_organization" ON "audit_events" USING btree ("organization_id","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "audit_events_log_actor" ON "audit_events" USING btree ("actor","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "audit_events_log_action" ON "audit_events" USING btree ("action","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "audit_events_log_subject" ON "audit_events" USING btree ("subject","at","id") WHERE "audit_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "attachments_class" ON "attachments" USING btree ("class_id","position");--> statement-breakpoint
CREATE INDEX "class_instructors_staff" ON "class_instructors" USING btree ("staff_id","class_id");--> statement-breakpoint
CREATE UNIQUE INDEX "classes_code_any_case" ON "classes" USING btree (lower("code"));--> statement-breakpoint
CREATE INDEX "classes_publish_at" ON "classes" USING btree ("publish_at") WHERE "classes"."publish_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_start" ON "classes" USING btree ("organization_id","start_time","id");--> statement-breakpoint
CREATE INDEX "classes_ended" ON "classes" USING btree (coalesce("end_time", "start_time")) WHERE "classes"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_listed" ON "classes" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"start_time","organization_id","course_id") WHERE "classes"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_organization" ON "classes" USING btree ("organization_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "classes_course" ON "classes" USING btree ("course_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "classes_upcoming" ON "classes" USING btree ("start_time","organization_id","course_id") WHERE "classes"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "classes_group" ON "classes" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "classes_bank_account" ON "classes" USING btree ("bank_account_id");--> statement-breakpoint
CREATE INDEX "classes_search" ON "classes" USING gin (search_grams("search_text")) WHERE "classes"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "certificates_account" ON "certificates" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "certificates_searched_number" ON "certificates" USING btree (upper("number") collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_requests_one_open" ON "renewal_requests" USING btree ("certificate_id") WHERE "renewal_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "renewal_requests_certificate" ON "renewal_requests" USING btree ("certificate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_documents_name" ON "course_documents" USING btree ("course_id","name") WHERE "course_documents"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registration_documents_file" ON "registration_documents" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_documents_slot" ON "registration_documents" USING btree ("registration_id","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_documents_asked" ON "registration_documents" USING btree ("registration_id","course_document_id") WHERE "registration_documents"."course_document_id" is not null;--> statement-breakpoint
CREATE INDEX "registration_documents_course_document" ON "registration_documents" USING btree ("course_document_id");--> statement-breakpoint
CREATE UNIQUE INDEX "applicant_codes_alive" ON "applicant_codes" USING btree ("account_id","staff_id") WHERE "applicant_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "applicant_codes_account" ON "applicant_codes" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "applicant_codes_staff" ON "applicant_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "registration_events_registration" ON "registration_events" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "registration_events_log" ON "registration_events" USING btree ("at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "registration_events_log_organization" ON "registration_events" USING btree ("organization_id","at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "registration_events_log_actor" ON "registration_events" USING btree ("actor","at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "registration_events_log_action" ON "registration_events" USING btree ("action","at","id") WHERE "registration_events"."actor" not like 'account:%';--> statement-breakpoint
CREATE INDEX "registration_notes_registration" ON "registration_notes" USING btree ("registration_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_seat" ON "registrations" USING btree ("class_id","account_id") WHERE "registrations"."state" in ('pending', 'unpaid', 'reported', 'confirmed');--> statement-breakpoint
CREATE INDEX "registrations_account" ON "registrations" USING btree ("account_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "registrations_group" ON "registrations" USING btree ("group_id","class_id");--> statement-breakpoint
CREATE INDEX "registrations_class_listed" ON "registrations" USING btree ("class_id","created_at","id");--> statement-breakpoint
CREATE INDEX "registrations_listed" ON "registrations" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "registrations_state_listed" ON "registrations" USING btree ("organization_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "registrations_overdue" ON "registrations" USING btree ("organization_id","payment_due","id") WHERE "registrations"."state" = 'unpaid';--> statement-breakpoint
CREATE INDEX "registrations_waiting" ON "registrations" USING btree ("organization_id","created_at","id","class_id","group_id") WHERE "registrations"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "registrations_lapsing" ON "registrations" USING btree ("confirm_by") WHERE "registrations"."state" = 'pending' and "registrations"."confirm_by" is not null;--> statement-breakpoint
CREATE INDEX "registrations_network" ON "registrations" USING btree ("class_id","network") WHERE "registrations"."network" is not null;--> statement-breakpoint
CREATE INDEX "groups_searched" ON "groups" USING gin (search_grams(search_form("code" || ' ' || "name")));--> statement-breakpoint
CREATE INDEX "memberships_account" ON "memberships" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "mails_urgent" ON "mails" USING btree ("due_at") WHERE "mails"."state" = 'queued' and "mails"."urgent";--> statement-breakpoint
CREATE INDEX "mails_account" ON "mails" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mails_created_at" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_mailbox" ON "mails" USING btree (lower("recipient"),"sent_at") WHERE "mails"."state" = 'sent';--> statement-breakpoint
CREATE INDEX "mails_key" ON "mails" USING btree (encode(sha256(uuid_send("id")), 'hex'));--> statement-breakpoint
CREATE INDEX "mails_organization" ON "mails" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_class" ON "mails" USING btree ("class_id","created_at");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("organization_id","state","created_at") WHERE "mails"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "mails_returned" ON "mails" USING btree ("organization_id","created_at") WHERE "mails"."state" = 'undeliverable' and "mails"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "mails_returned_everywhere" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'undeliverable' and "mails"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "mails_undeliverable" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'undeliverable';--> statement-breakpoint
CREATE INDEX "allocations_registration" ON "allocations" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "charges_registration" ON "charges" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "charges_payment" ON "charges" USING btree ("payment_id") WHERE "charges"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "charges_refund" ON "charges" USING btree ("refund_id") WHERE "charges"."refund_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_lines_once" ON "payment_lines" USING btree ("line_id") WHERE not "payment_lines"."ended";--> statement-breakpoint
CREATE INDEX "payments_listed" ON "payments" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_kind_listed" ON "payments" USING btree ("organization_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_method_listed" ON "payments" USING btree ("organization_id","method","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_undone_listed" ON "payments" USING btree ("organization_id","created_at","id") WHERE "payments"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_bank_account" ON "payments" USING btree ("bank_account_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_without_line" ON "payments" USING btree ("received_on") WHERE "payments"."bank_account_id" is null and "payments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_registration" ON "refunds" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "refunds_listed" ON "refunds" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_state_listed" ON "refunds" USING btree ("organization_id","state","created_at","id");--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id") WHERE "refunds"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_paid_on" ON "refunds" USING btree ("paid_on") WHERE "refunds"."state" = 'paid';--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."state" = 'due';--> statement-breakpoint
CREATE INDEX "payment_report_registrations_registration" ON "payment_report_registrations" USING btree ("registration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_report_registrations_open" ON "payment_report_registrations" USING btree ("registration_id") WHERE "payment_report_registrations"."outcome" is null;--> statement-breakpoint
CREATE INDEX "payment_reports_class" ON "payment_reports" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "payment_reports_reported_by" ON "payment_reports" USING btree ("reported_by");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "unused_files_since" ON "unused_files" USING btree ("since");--> statement-breakpoint
CREATE INDEX "unused_files_owner_since" ON "unused_files" USING btree ("owner","since");--> statement-breakpoint
CREATE INDEX "data_exports_account" ON "data_exports" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "data_exports_at" ON "data_exports" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_open" ON "erasure_requests" USING btree ("account_id") WHERE "erasure_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "erasure_requests_account" ON "erasure_requests" USING btree ("account_id","requested_at");--> statement-breakpoint
CREATE INDEX "staff_challenges_expires_at" ON "staff_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_factor_resets_due_at" ON "staff_factor_resets" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "staff_former_roles_role" ON "staff_former_roles" USING btree ("role","organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_alive" ON "staff_invitations" USING btree ("staff_id") WHERE "staff_invitations"."used_at" is null;--> statement-breakpoint
CREATE INDEX "staff_passkeys_staff" ON "staff_passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_roles_role" ON "staff_roles" USING btree ("role");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_expires_at" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "statement_lines_day" ON "statement_lines" USING btree ("bank_account_id","day","id");--> statement-breakpoint
CREATE INDEX "statement_lines_statement" ON "statement_lines" USING btree ("statement_id");--> statement-breakpoint
CREATE INDEX "statement_lines_open" ON "statement_lines" USING btree ("bank_account_id","day","id") WHERE "statement_lines"."aside" is null and not "statement_lines"."used";--> statement-breakpoint
CREATE INDEX "statement_lines_used_digits" ON "statement_lines" USING btree ("bank_account_id","digits","amount","day") WHERE "statement_lines"."used";--> statement-breakpoint
CREATE INDEX "statement_lines_used_name" ON "statement_lines" USING btree ("bank_account_id","name","amount","day") WHERE "statement_lines"."used";--> statement-breakpoint
CREATE INDEX "attendance_session" ON "attendance" USING btree ("session_id");--> statement-breakpoint
CREATE VIEW "public"."balances" AS (
  select r.id as registration_id, r.class_id, r.group_id, r.organization_id, c.charged, c.kept, a.received, f.refunded,
    c.charged - a.received + f.refunded as balance
  from registrations r
  cross join lateral (
    select coalesce(sum(amount), 0)::int as charged, coalesce(sum(amount) filter (where kind = 'kept'), 0)::int as kept
    from charges where registration_id = r.id) c
  cross join lateral (
    select coalesce(sum(amount), 0)::int as received from allocations where registration_id = r.id and not ended) a
  cross join lateral (
    select coalesce(sum(amount), 0)::int as refunded from refunds
    where registration_id = r.id and state in ('due', 'paid')) f);--> statement-breakpoint
CREATE FUNCTION fill_audit_event_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := organization_of(NEW.subject, NEW.subject_id);
  RETURN NEW;
END $$;--> statement-breakpoint
-- Letters about a class hold its code, letters about a certificate its number.
CREATE FUNCTION fill_mail_class() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT id, organization_id INTO NEW.class_id, NEW.organization_id FROM classes WHERE code = NEW.data ->> 'code';
  IF NEW.organization_id IS NULL THEN
    NEW.organization_id := (SELECT organization_id FROM certificates WHERE number = NEW.data ->> 'number');
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION fill_refund_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM registrations WHERE id = NEW.registration_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION fill_registration_event_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM registrations WHERE id = NEW.registration_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION fill_registration_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organization_id := (SELECT organization_id FROM classes WHERE id = NEW.class_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION forget_audit_events(older_than timestamp with time zone) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
  WITH forgotten AS (
    DELETE FROM audit_events WHERE at < least(older_than, now() - interval '5 years') RETURNING 1
  )
  SELECT count(*) FROM forgotten
$$;--> statement-breakpoint
CREATE FUNCTION mark_used_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_lines SET used = NOT NEW.ended WHERE id = NEW.line_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION move_refunds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE refunds SET organization_id = NEW.organization_id WHERE registration_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION organization_of(subject text, subject_id bigint) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE subject
    WHEN 'account' THEN (SELECT a.organization_id FROM accounts a WHERE a.id = subject_id)
    WHEN 'certificate' THEN (SELECT c.organization_id FROM certificates c WHERE c.id = subject_id)
    WHEN 'class' THEN (SELECT c.organization_id FROM classes c WHERE c.id = subject_id)
    WHEN 'organization' THEN subject_id::integer
    WHEN 'registration' THEN (SELECT r.organization_id FROM registrations r WHERE r.id = subject_id)
    WHEN 'renewal_request' THEN (
      SELECT c.organization_id FROM renewal_requests q JOIN certificates c ON c.id = q.certificate_id WHERE q.id = subject_id)
    WHEN 'staff' THEN (
      SELECT min(r.organization_id) FROM staff_roles r WHERE r.staff_id = subject_id
      HAVING count(DISTINCT r.organization_id) = 1 AND bool_and(r.organization_id IS NOT NULL))
  END
$$;--> statement-breakpoint
-- Events are only added; after five years they may be removed.
CREATE FUNCTION refuse_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '5 years' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION renew_class_search_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE classes SET place = place WHERE course_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION set_class_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := search_form(concat_ws(' ', NEW.code, NEW.place,
    (SELECT chinese_name FROM courses WHERE id = NEW.course_id)));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "refuse_charge_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION "check_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE b record;
BEGIN
  SELECT balance, received - refunded - kept AS held INTO b FROM balances WHERE registration_id = NEW.registration_id;
  IF b.balance < 0 OR b.held < 0 THEN
    RAISE EXCEPTION 'registration % owes % and % of its money is left', NEW.registration_id, b.balance, b.held
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_audit_events(timestamp with time zone) FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER "charges_append_only" BEFORE UPDATE OR DELETE ON "charges" FOR EACH ROW EXECUTE FUNCTION "refuse_charge_change"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "charges_balance" AFTER INSERT ON "charges" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_balance"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "allocations_balance" AFTER INSERT OR UPDATE ON "allocations" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_balance"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "refunds_balance" AFTER INSERT OR UPDATE ON "refunds" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_balance"();--> statement-breakpoint
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_event_change();--> statement-breakpoint
CREATE TRIGGER audit_events_fill_organization BEFORE INSERT ON audit_events FOR EACH ROW WHEN (NEW.organization_id IS NULL AND NEW.actor NOT LIKE 'account:%') EXECUTE FUNCTION fill_audit_event_organization();--> statement-breakpoint
CREATE TRIGGER classes_search_text BEFORE INSERT OR UPDATE OF code, place, course_id ON classes FOR EACH ROW EXECUTE FUNCTION set_class_search_text();--> statement-breakpoint
CREATE TRIGGER mails_fill_class BEFORE INSERT ON mails FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION fill_mail_class();--> statement-breakpoint
CREATE TRIGGER payment_lines_mark_used AFTER INSERT OR UPDATE OF ended ON payment_lines FOR EACH ROW EXECUTE FUNCTION mark_used_line();--> statement-breakpoint
CREATE TRIGGER refunds_fill_organization BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION fill_refund_organization();--> statement-breakpoint
CREATE TRIGGER registration_events_append_only BEFORE DELETE OR UPDATE ON registration_events FOR EACH ROW EXECUTE FUNCTION refuse_event_change();--> statement-breakpoint
CREATE TRIGGER registration_events_fill_organization BEFORE INSERT ON registration_events FOR EACH ROW WHEN (NEW.organization_id IS NULL AND NEW.actor NOT LIKE 'account:%') EXECUTE FUNCTION fill_registration_event_organization();--> statement-breakpoint
CREATE TRIGGER registrations_fill_organization BEFORE INSERT OR UPDATE OF class_id ON registrations FOR EACH ROW EXECUTE FUNCTION fill_registration_organization();--> statement-breakpoint
CREATE TRIGGER registrations_move_refunds AFTER UPDATE OF class_id ON registrations FOR EACH ROW WHEN (OLD.organization_id IS DISTINCT FROM NEW.organization_id) EXECUTE FUNCTION move_refunds();--> statement-breakpoint
CREATE TRIGGER courses_search_text AFTER UPDATE OF chinese_name ON courses FOR EACH ROW WHEN (OLD.chinese_name IS DISTINCT FROM NEW.chinese_name) EXECUTE FUNCTION renew_class_search_texts();--> statement-breakpoint
-- Searches are planned without values, so these statistics would never be used; gathering them takes seconds.
ALTER INDEX "accounts_searched_names" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "groups_searched" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "classes_search" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
-- Cities, districts and postal codes of Taiwan (3 digits), and the choices of the personal data form.
INSERT INTO "cities" ("id", "name", "position") VALUES
(1, '臺北市', 1),
(2, '基隆市', 2),
(3, '新北市', 3),
(4, '連江縣', 4),
(5, '宜蘭縣', 5),
(6, '新竹市', 6),
(7, '新竹縣', 7),
(8, '桃園市', 8),
(9, '苗栗縣', 9),
(10, '臺中市', 10),
(11, '彰化縣', 11),
(12, '南投縣', 12),
(13, '嘉義市', 13),
(14, '嘉義縣', 14),
(15, '雲林縣', 15),
(16, '臺南市', 16),
(17, '高雄市', 17),
(18, '澎湖縣', 18),
(19, '金門縣', 19),
(20, '屏東縣', 20),
(21, '臺東縣', 21),
(22, '花蓮縣', 22);--> statement-breakpoint
INSERT INTO "areas" ("id", "city_id", "name", "code", "second_code", "position") VALUES
(1, 1, '中正區', '100', null, 1),
(2, 1, '大同區', '103', null, 2),
(3, 1, '中山區', '104', null, 3),
(4, 1, '松山區', '105', null, 4),
(5, 1, '大安區', '106', null, 5),
(6, 1, '萬華區', '108', null, 6),
(7, 1, '信義區', '110', null, 7),
(8, 1, '士林區', '111', null, 8),
(9, 1, '北投區', '112', null, 9),
(10, 1, '內湖區', '114', null, 10),
(11, 1, '南港區', '115', null, 11),
(12, 1, '文山區', '116', null, 12),
(13, 2, '仁愛區', '200', null, 1),
(14, 2, '信義區', '201', null, 2),
(15, 2, '中正區', '202', null, 3),
(16, 2, '中山區', '203', null, 4),
(17, 2, '安樂區', '204', null, 5),
(18, 2, '暖暖區', '205', null, 6),
(19, 2, '七堵區', '206', null, 7),
(20, 3, '萬里區', '207', null, 1),
(21, 3, '金山區', '208', null, 2),
(22, 3, '板橋區', '220', null, 3),
(23, 3, '汐止區', '221', null, 4),
(24, 3, '深坑區', '222', null, 5),
(25, 3, '石碇區', '223', null, 6),
(26, 3, '瑞芳區', '224', null, 7),
(27, 3, '平溪區', '226', null, 8),
(28, 3, '雙溪區', '227', null, 9),
(29, 3, '貢寮區', '228', null, 10),
(30, 3, '新店區', '231', null, 11),
(31, 3, '坪林區', '232', null, 12),
(32, 3, '烏來區', '233', null, 13),
(33, 3, '永和區', '234', null, 14),
(34, 3, '中和區', '235', null, 15),
(35, 3, '土城區', '236', null, 16),
(36, 3, '三峽區', '237', null, 17),
(37, 3, '樹林區', '238', null, 18),
(38, 3, '鶯歌區', '239', null, 19),
(39, 3, '三重區', '241', null, 20),
(40, 3, '新莊區', '242', '248', 21),
(41, 3, '泰山區', '243', null, 22),
(42, 3, '林口區', '244', null, 23),
(43, 3, '蘆洲區', '247', null, 24),
(44, 3, '五股區', '248', null, 25),
(45, 3, '八里區', '249', null, 26),
(46, 3, '淡水區', '251', null, 27),
(47, 3, '三芝區', '252', null, 28),
(48, 3, '石門區', '253', null, 29),
(49, 4, '南竿鄉', '209', null, 1),
(50, 4, '北竿鄉', '210', null, 2),
(51, 4, '莒光鄉', '211', null, 3),
(52, 4, '東引鄉', '212', null, 4),
(53, 5, '宜蘭市', '260', null, 1),
(54, 5, '頭城鎮', '261', null, 2),
(55, 5, '礁溪鄉', '262', null, 3),
(56, 5, '壯圍鄉', '263', '260', 4),
(57, 5, '員山鄉', '264', null, 5),
(58, 5, '羅東鎮', '265', null, 6),
(59, 5, '三星鄉', '266', null, 7),
(60, 5, '大同鄉', '267', null, 8),
(61, 5, '五結鄉', '268', null, 9),
(62, 5, '冬山鄉', '269', null, 10),
(63, 5, '蘇澳鎮', '270', null, 11),
(64, 5, '南澳鄉', '272', null, 12),
(65, 6, '東區', '300', null, 1),
(66, 6, '北區', '300', null, 2),
(67, 6, '香山區', '300', null, 3),
(68, 7, '竹北市', '302', null, 1),
(69, 7, '湖口鄉', '303', null, 2),
(70, 7, '新豐鄉', '304', null, 3),
(71, 7, '新埔鎮', '305', null, 4),
(72, 7, '關西鎮', '306', null, 5),
(73, 7, '芎林鄉', '307', null, 6),
(74, 7, '寶山鄉', '308', '300', 7),
(75, 7, '竹東鎮', '310', null, 8),
(76, 7, '五峰鄉', '311', null, 9),
(77, 7, '橫山鄉', '312', null, 10),
(78, 7, '尖石鄉', '313', null, 11),
(79, 7, '北埔鄉', '314', null, 12),
(80, 7, '峨眉鄉', '315', null, 13),
(81, 8, '中壢區', '320', null, 1),
(82, 8, '平鎮區', '324', null, 2),
(83, 8, '龍潭區', '325', null, 3),
(84, 8, '楊梅區', '326', null, 4),
(85, 8, '新屋區', '327', null, 5),
(86, 8, '觀音區', '328', null, 6),
(87, 8, '桃園區', '330', null, 7),
(88, 8, '龜山區', '333', null, 8),
(89, 8, '八德區', '334', null, 9),
(90, 8, '大溪區', '335', null, 10),
(91, 8, '復興區', '336', null, 11),
(92, 8, '大園區', '337', null, 12),
(93, 8, '蘆竹區', '338', null, 13),
(94, 9, '竹南鎮', '350', null, 1),
(95, 9, '頭份市', '351', null, 2),
(96, 9, '三灣鄉', '352', null, 3),
(97, 9, '南庄鄉', '353', null, 4),
(98, 9, '獅潭鄉', '354', null, 5),
(99, 9, '後龍鎮', '356', null, 6),
(100, 9, '通霄鎮', '357', null, 7),
(101, 9, '苑裡鎮', '358', null, 8),
(102, 9, '苗栗市', '360', null, 9),
(103, 9, '造橋鄉', '361', null, 10),
(104, 9, '頭屋鄉', '362', null, 11),
(105, 9, '公館鄉', '363', null, 12),
(106, 9, '大湖鄉', '364', null, 13),
(107, 9, '泰安鄉', '365', null, 14),
(108, 9, '銅鑼鄉', '366', null, 15),
(109, 9, '三義鄉', '367', null, 16),
(110, 9, '西湖鄉', '368', null, 17),
(111, 9, '卓蘭鎮', '369', null, 18),
(112, 10, '中區', '400', null, 1),
(113, 10, '東區', '401', null, 2),
(114, 10, '南區', '402', null, 3),
(115, 10, '西區', '403', null, 4),
(116, 10, '北區', '404', null, 5),
(117, 10, '北屯區', '406', null, 6),
(118, 10, '西屯區', '407', null, 7),
(119, 10, '南屯區', '408', null, 8),
(120, 10, '太平區', '411', null, 9),
(121, 10, '大里區', '412', null, 10),
(122, 10, '霧峰區', '413', null, 11),
(123, 10, '烏日區', '414', null, 12),
(124, 10, '豐原區', '420', null, 13),
(125, 10, '后里區', '421', null, 14),
(126, 10, '石岡區', '422', null, 15),
(127, 10, '東勢區', '423', null, 16),
(128, 10, '和平區', '424', null, 17),
(129, 10, '新社區', '426', null, 18),
(130, 10, '潭子區', '427', null, 19),
(131, 10, '大雅區', '428', null, 20),
(132, 10, '神岡區', '429', null, 21),
(133, 10, '大肚區', '432', null, 22),
(134, 10, '沙鹿區', '433', null, 23),
(135, 10, '龍井區', '434', null, 24),
(136, 10, '梧棲區', '435', null, 25),
(137, 10, '清水區', '436', null, 26),
(138, 10, '大甲區', '437', null, 27),
(139, 10, '外埔區', '438', null, 28),
(140, 10, '大安區', '439', null, 29),
(141, 11, '彰化市', '500', null, 1),
(142, 11, '芬園鄉', '502', null, 2),
(143, 11, '花壇鄉', '503', null, 3),
(144, 11, '秀水鄉', '504', null, 4),
(145, 11, '鹿港鎮', '505', null, 5),
(146, 11, '福興鄉', '506', null, 6),
(147, 11, '線西鄉', '507', null, 7),
(148, 11, '和美鎮', '508', null, 8),
(149, 11, '伸港鄉', '509', null, 9),
(150, 11, '員林市', '510', null, 10),
(151, 11, '社頭鄉', '511', null, 11),
(152, 11, '永靖鄉', '512', null, 12),
(153, 11, '埔心鄉', '513', null, 13),
(154, 11, '溪湖鎮', '514', null, 14),
(155, 11, '大村鄉', '515', null, 15),
(156, 11, '埔鹽鄉', '516', null, 16),
(157, 11, '田中鎮', '520', null, 17),
(158, 11, '北斗鎮', '521', null, 18),
(159, 11, '田尾鄉', '522', null, 19),
(160, 11, '埤頭鄉', '523', null, 20),
(161, 11, '溪州鄉', '524', null, 21),
(162, 11, '竹塘鄉', '525', null, 22),
(163, 11, '二林鎮', '526', null, 23),
(164, 11, '大城鄉', '527', null, 24),
(165, 11, '芳苑鄉', '528', null, 25),
(166, 11, '二水鄉', '530', null, 26),
(167, 12, '南投市', '540', null, 1),
(168, 12, '中寮鄉', '541', null, 2),
(169, 12, '草屯鎮', '542', null, 3),
(170, 12, '國姓鄉', '544', null, 4),
(171, 12, '埔里鎮', '545', null, 5),
(172, 12, '仁愛鄉', '546', null, 6),
(173, 12, '名間鄉', '551', null, 7),
(174, 12, '集集鎮', '552', null, 8),
(175, 12, '水里鄉', '553', null, 9),
(176, 12, '魚池鄉', '555', null, 10),
(177, 12, '信義鄉', '556', null, 11),
(178, 12, '竹山鎮', '557', null, 12),
(179, 12, '鹿谷鄉', '558', null, 13),
(180, 13, '東區', '600', null, 1),
(181, 13, '西區', '600', null, 2),
(182, 14, '番路鄉', '602', null, 1),
(183, 14, '梅山鄉', '603', null, 2),
(184, 14, '竹崎鄉', '604', null, 3),
(185, 14, '阿里山鄉', '605', null, 4),
(186, 14, '中埔鄉', '606', null, 5),
(187, 14, '大埔鄉', '607', null, 6),
(188, 14, '水上鄉', '608', null, 7),
(189, 14, '鹿草鄉', '611', null, 8),
(190, 14, '太保市', '612', null, 9),
(191, 14, '朴子市', '613', null, 10),
(192, 14, '東石鄉', '614', null, 11),
(193, 14, '六腳鄉', '615', null, 12),
(194, 14, '新港鄉', '616', null, 13),
(195, 14, '民雄鄉', '621', null, 14),
(196, 14, '大林鎮', '622', null, 15),
(197, 14, '溪口鄉', '623', null, 16),
(198, 14, '義竹鄉', '624', null, 17),
(199, 14, '布袋鎮', '625', null, 18),
(200, 15, '斗南鎮', '630', null, 1),
(201, 15, '大埤鄉', '631', null, 2),
(202, 15, '虎尾鎮', '632', null, 3),
(203, 15, '土庫鎮', '633', null, 4),
(204, 15, '褒忠鄉', '634', null, 5),
(205, 15, '東勢鄉', '635', null, 6),
(206, 15, '臺西鄉', '636', null, 7),
(207, 15, '崙背鄉', '637', null, 8),
(208, 15, '麥寮鄉', '638', null, 9),
(209, 15, '斗六市', '640', null, 10),
(210, 15, '林內鄉', '643', null, 11),
(211, 15, '古坑鄉', '646', null, 12),
(212, 15, '莿桐鄉', '647', null, 13),
(213, 15, '西螺鎮', '648', null, 14),
(214, 15, '二崙鄉', '649', null, 15),
(215, 15, '北港鎮', '651', null, 16),
(216, 15, '水林鄉', '652', null, 17),
(217, 15, '口湖鄉', '653', null, 18),
(218, 15, '四湖鄉', '654', null, 19),
(219, 15, '元長鄉', '655', null, 20),
(220, 16, '中西區', '700', null, 1),
(221, 16, '東區', '701', null, 2),
(222, 16, '南區', '702', null, 3),
(223, 16, '北區', '704', null, 4),
(224, 16, '安平區', '708', null, 5),
(225, 16, '安南區', '709', null, 6),
(226, 16, '永康區', '710', null, 7),
(227, 16, '歸仁區', '711', null, 8),
(228, 16, '新化區', '712', null, 9),
(229, 16, '左鎮區', '713', null, 10),
(230, 16, '玉井區', '714', null, 11),
(231, 16, '楠西區', '715', null, 12),
(232, 16, '南化區', '716', null, 13),
(233, 16, '仁德區', '717', null, 14),
(234, 16, '關廟區', '718', null, 15),
(235, 16, '龍崎區', '719', null, 16),
(236, 16, '官田區', '720', null, 17),
(237, 16, '麻豆區', '721', null, 18),
(238, 16, '佳里區', '722', null, 19),
(239, 16, '西港區', '723', null, 20),
(240, 16, '七股區', '724', null, 21),
(241, 16, '將軍區', '725', null, 22),
(242, 16, '學甲區', '726', null, 23),
(243, 16, '北門區', '727', null, 24),
(244, 16, '新營區', '730', null, 25),
(245, 16, '後壁區', '731', null, 26),
(246, 16, '白河區', '732', null, 27),
(247, 16, '東山區', '733', null, 28),
(248, 16, '六甲區', '734', null, 29),
(249, 16, '下營區', '735', null, 30),
(250, 16, '柳營區', '736', null, 31),
(251, 16, '鹽水區', '737', null, 32),
(252, 16, '善化區', '741', null, 33),
(253, 16, '大內區', '742', null, 34),
(254, 16, '山上區', '743', null, 35),
(255, 16, '新市區', '744', '741', 36),
(256, 16, '安定區', '745', null, 37),
(257, 17, '新興區', '800', null, 1),
(258, 17, '前金區', '801', null, 2),
(259, 17, '苓雅區', '802', null, 3),
(260, 17, '鹽埕區', '803', null, 4),
(261, 17, '鼓山區', '804', null, 5),
(262, 17, '旗津區', '805', null, 6),
(263, 17, '前鎮區', '806', null, 7),
(264, 17, '三民區', '807', null, 8),
(265, 17, '楠梓區', '811', null, 9),
(266, 17, '小港區', '812', null, 10),
(267, 17, '左營區', '813', null, 11),
(268, 17, '仁武區', '814', null, 12),
(269, 17, '大社區', '815', null, 13),
(270, 17, '岡山區', '820', null, 14),
(271, 17, '路竹區', '821', null, 15),
(272, 17, '阿蓮區', '822', null, 16),
(273, 17, '田寮區', '823', null, 17),
(274, 17, '燕巢區', '824', null, 18),
(275, 17, '橋頭區', '825', null, 19),
(276, 17, '梓官區', '826', null, 20),
(277, 17, '彌陀區', '827', null, 21),
(278, 17, '永安區', '828', null, 22),
(279, 17, '湖內區', '829', null, 23),
(280, 17, '鳳山區', '830', null, 24),
(281, 17, '大寮區', '831', null, 25),
(282, 17, '林園區', '832', null, 26),
(283, 17, '鳥松區', '833', null, 27),
(284, 17, '大樹區', '840', null, 28),
(285, 17, '旗山區', '842', null, 29),
(286, 17, '美濃區', '843', null, 30),
(287, 17, '六龜區', '844', null, 31),
(288, 17, '內門區', '845', null, 32),
(289, 17, '杉林區', '846', null, 33),
(290, 17, '甲仙區', '847', null, 34),
(291, 17, '桃源區', '848', null, 35),
(292, 17, '那瑪夏區', '849', null, 36),
(293, 17, '茂林區', '851', null, 37),
(294, 17, '茄萣區', '852', null, 38),
(295, 18, '馬公市', '880', null, 1),
(296, 18, '西嶼鄉', '881', null, 2),
(297, 18, '望安鄉', '882', null, 3),
(298, 18, '七美鄉', '883', null, 4),
(299, 18, '白沙鄉', '884', null, 5),
(300, 18, '湖西鄉', '885', null, 6),
(301, 19, '金沙鎮', '890', null, 1),
(302, 19, '金湖鎮', '891', null, 2),
(303, 19, '金寧鄉', '892', null, 3),
(304, 19, '金城鎮', '893', null, 4),
(305, 19, '烈嶼鄉', '894', null, 5),
(306, 19, '烏坵鄉', '896', null, 6),
(307, 20, '屏東市', '900', null, 1),
(308, 20, '三地門鄉', '901', null, 2),
(309, 20, '霧臺鄉', '902', null, 3),
(310, 20, '瑪家鄉', '903', null, 4),
(311, 20, '九如鄉', '904', null, 5),
(312, 20, '里港鄉', '905', null, 6),
(313, 20, '高樹鄉', '906', null, 7),
(314, 20, '鹽埔鄉', '907', null, 8),
(315, 20, '長治鄉', '908', null, 9),
(316, 20, '麟洛鄉', '909', null, 10),
(317, 20, '竹田鄉', '911', null, 11),
(318, 20, '內埔鄉', '912', null, 12),
(319, 20, '萬丹鄉', '913', null, 13),
(320, 20, '潮州鎮', '920', null, 14),
(321, 20, '泰武鄉', '921', null, 15),
(322, 20, '來義鄉', '922', null, 16),
(323, 20, '萬巒鄉', '923', null, 17),
(324, 20, '崁頂鄉', '924', null, 18),
(325, 20, '新埤鄉', '925', null, 19),
(326, 20, '南州鄉', '926', null, 20),
(327, 20, '林邊鄉', '927', null, 21),
(328, 20, '東港鎮', '928', null, 22),
(329, 20, '琉球鄉', '929', null, 23),
(330, 20, '佳冬鄉', '931', null, 24),
(331, 20, '新園鄉', '932', null, 25),
(332, 20, '枋寮鄉', '940', null, 26),
(333, 20, '枋山鄉', '941', null, 27),
(334, 20, '春日鄉', '942', null, 28),
(335, 20, '獅子鄉', '943', null, 29),
(336, 20, '車城鄉', '944', null, 30),
(337, 20, '牡丹鄉', '945', null, 31),
(338, 20, '恆春鎮', '946', null, 32),
(339, 20, '滿州鄉', '947', null, 33),
(340, 21, '臺東市', '950', null, 1),
(341, 21, '綠島鄉', '951', null, 2),
(342, 21, '蘭嶼鄉', '952', null, 3),
(343, 21, '延平鄉', '953', null, 4),
(344, 21, '卑南鄉', '954', null, 5),
(345, 21, '鹿野鄉', '955', null, 6),
(346, 21, '關山鎮', '956', null, 7),
(347, 21, '海端鄉', '957', null, 8),
(348, 21, '池上鄉', '958', null, 9),
(349, 21, '東河鄉', '959', null, 10),
(350, 21, '成功鎮', '961', null, 11),
(351, 21, '長濱鄉', '962', null, 12),
(352, 21, '太麻里鄉', '963', null, 13),
(353, 21, '金峰鄉', '964', null, 14),
(354, 21, '大武鄉', '965', null, 15),
(355, 21, '達仁鄉', '966', null, 16),
(356, 22, '花蓮市', '970', null, 1),
(357, 22, '新城鄉', '971', null, 2),
(358, 22, '秀林鄉', '972', null, 3),
(359, 22, '吉安鄉', '973', null, 4),
(360, 22, '壽豐鄉', '974', null, 5),
(361, 22, '鳳林鎮', '975', null, 6),
(362, 22, '光復鄉', '976', null, 7),
(363, 22, '豐濱鄉', '977', null, 8),
(364, 22, '瑞穗鄉', '978', null, 9),
(365, 22, '萬榮鄉', '979', null, 10),
(366, 22, '玉里鎮', '981', null, 11),
(367, 22, '卓溪鄉', '982', null, 12),
(368, 22, '富里鄉', '983', null, 13);--> statement-breakpoint
INSERT INTO "careers" ("id", "name", "position") VALUES
(1, '軍人', 1),
(2, '公務人員', 2),
(3, '教職人員', 3),
(4, '警察／消防人員', 4),
(5, '學生', 5),
(6, '醫護人員', 6),
(7, '製造／營造業', 7),
(8, '商業（批發零售）', 8),
(9, '服務業', 9),
(10, '資訊科技業', 10),
(11, '金融保險業', 11),
(12, '運輸物流業', 12),
(13, '農林漁牧業', 13),
(14, '自由業', 14),
(15, '家管', 15),
(16, '退休', 16),
(17, '待業中', 17),
(18, '其他', 18);--> statement-breakpoint
INSERT INTO "educations" ("id", "name", "position") VALUES
(1, '國小', 1),
(2, '國中', 2),
(3, '高中', 3),
(4, '高職', 4),
(5, '專科', 5),
(6, '大學', 6),
(7, '碩士', 7),
(8, '博士', 8);--> statement-breakpoint
INSERT INTO "education_statuses" ("id", "name", "position") VALUES
(1, '畢業', 1),
(2, '肄業', 2),
(3, '在學', 3);--> statement-breakpoint
-- 32 bytes of PostgreSQL's strong random source (244 bits of them random) in base64url.
INSERT INTO "server_keys" ("purpose", "secret", "created_at")
SELECT 'check-in', translate(rtrim(encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '='), '+/', '-_'), now();--> statement-breakpoint
-- 32 bytes of PostgreSQL's strong random source (244 bits of them random) in base64url.
INSERT INTO "server_keys" ("purpose", "secret", "created_at")
SELECT 'network', translate(rtrim(encode(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'), 'base64'), '='), '+/', '-_'), now();
