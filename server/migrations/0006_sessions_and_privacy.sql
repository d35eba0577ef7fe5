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
CREATE TABLE "renewed_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"successor_hash" text NOT NULL,
	"salt" text NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL
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
ALTER TABLE "mails" DROP CONSTRAINT "mails_template";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "lineage" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "contact_undos" ADD CONSTRAINT "contact_undos_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_views" ADD CONSTRAINT "person_views_viewed_id_accounts_id_fk" FOREIGN KEY ("viewed_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_views" ADD CONSTRAINT "person_views_viewer_id_accounts_id_fk" FOREIGN KEY ("viewer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_acceptances" ADD CONSTRAINT "privacy_acceptances_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renewed_sessions" ADD CONSTRAINT "renewed_sessions_successor_hash_sessions_token_hash_fk" FOREIGN KEY ("successor_hash") REFERENCES "public"."sessions"("token_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_undos_account" ON "contact_undos" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "contact_undos_expires_at" ON "contact_undos" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "person_views_viewer" ON "person_views" USING btree ("viewer_id");--> statement-breakpoint
CREATE INDEX "person_views_at" ON "person_views" USING btree ("at");--> statement-breakpoint
CREATE INDEX "renewed_sessions_successor" ON "renewed_sessions" USING btree ("successor_hash");--> statement-breakpoint
CREATE INDEX "renewed_sessions_renewed_at" ON "renewed_sessions" USING btree ("renewed_at");--> statement-breakpoint
CREATE INDEX "data_exports_account" ON "data_exports" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "data_exports_at" ON "data_exports" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_open" ON "erasure_requests" USING btree ("account_id") WHERE "erasure_requests"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "erasure_requests_account" ON "erasure_requests" USING btree ("account_id","requested_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_template" CHECK ("mails"."template" in ('registered', 'enrolled', 'group_enrolled', 'group_cancelled', 'approved', 'refused', 'payment_confirmed', 'payment_rejected', 'password_reset', 'password_changed', 'contact_changed', 'contact_adopted', 'contact_restored', 'erasure_requested', 'erasure_withdrawn', 'renewal_asked', 'renewal_approved', 'renewal_refused', 'group_added', 'group_removed')) NOT VALID;
