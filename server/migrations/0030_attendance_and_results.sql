CREATE TABLE "class_instructors" (
	"class_id" bigint NOT NULL,
	"staff_id" bigint NOT NULL,
	CONSTRAINT "class_instructors_class_id_staff_id_pk" PRIMARY KEY("class_id","staff_id")
);
--> statement-breakpoint
CREATE TABLE "server_keys" (
	"purpose" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "server_keys_secret" CHECK ("server_keys"."secret" ~ '^[A-Za-z0-9_-]{43}$')
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
ALTER TABLE "class_instructors" ADD CONSTRAINT "class_instructors_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_instructors" ADD CONSTRAINT "class_instructors_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_session_id_class_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."class_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_scores" ADD CONSTRAINT "draft_scores_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draft_scores" ADD CONSTRAINT "draft_scores_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_instructors_staff" ON "class_instructors" USING btree ("staff_id","class_id");--> statement-breakpoint
CREATE INDEX "attendance_session" ON "attendance" USING btree ("session_id");