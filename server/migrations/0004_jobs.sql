CREATE TABLE "job_items" (
	"job_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"code" text,
	"note" text,
	CONSTRAINT "job_items_job_id_position_pk" PRIMARY KEY("job_id","position"),
	CONSTRAINT "job_items_once" UNIQUE("job_id","key"),
	CONSTRAINT "job_items_state" CHECK ("job_items"."state" in ('waiting', 'done', 'failed')),
	CONSTRAINT "job_items_position" CHECK ("job_items"."position" >= 1),
	CONSTRAINT "job_items_failed_says_why" CHECK (("job_items"."state" = 'failed') = ("job_items"."code" is not null) and ("job_items"."code" is null or coalesce("job_items"."note", '') <> ''))
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"staff_id" bigint NOT NULL,
	"required_right" text NOT NULL,
	"organization_id" integer,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_number" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"kept_hours" integer NOT NULL,
	"error" text,
	"file_key" text,
	"file_name" text,
	"file_type" text,
	CONSTRAINT "jobs_state" CHECK ("jobs"."state" in ('queued', 'running', 'stopped', 'done', 'failed')),
	CONSTRAINT "jobs_title" CHECK (length("jobs"."title") between 1 and 200),
	CONSTRAINT "jobs_counts" CHECK ("jobs"."done" >= 0 and "jobs"."failed" >= 0 and "jobs"."done" + "jobs"."failed" <= "jobs"."total"),
	CONSTRAINT "jobs_whole" CHECK ("jobs"."state" <> 'done' or "jobs"."done" + "jobs"."failed" = "jobs"."total"),
	CONSTRAINT "jobs_attempts" CHECK ("jobs"."attempts" >= 0),
	CONSTRAINT "jobs_ended" CHECK (("jobs"."state" in ('queued', 'running')) = ("jobs"."ended_at" is null)),
	CONSTRAINT "jobs_kept_hours" CHECK ("jobs"."kept_hours" between 1 and 8784),
	CONSTRAINT "jobs_failed_says_why" CHECK ("jobs"."state" <> 'failed' or coalesce("jobs"."error", '') <> ''),
	CONSTRAINT "jobs_file_whole" CHECK (("jobs"."file_key" is null) = ("jobs"."file_name" is null) and ("jobs"."file_key" is null) = ("jobs"."file_type" is null))
);
--> statement-breakpoint
ALTER TABLE "job_items" ADD CONSTRAINT "job_items_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_staff_id_staff_accounts_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_items_waiting" ON "job_items" USING btree ("job_id","position") WHERE "job_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "job_items_failed" ON "job_items" USING btree ("job_id","position") WHERE "job_items"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("due_at") WHERE "jobs"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "jobs_staff" ON "jobs" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_created_at" ON "jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_ended_at" ON "jobs" USING btree ("ended_at") WHERE "jobs"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "jobs_file" ON "jobs" USING btree ("file_key") WHERE "jobs"."file_key" is not null;