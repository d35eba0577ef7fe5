CREATE TABLE "certificate_layouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_layouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"certificate_kind_id" integer NOT NULL,
	"number" integer NOT NULL,
	"paper" text NOT NULL,
	"has_card" boolean NOT NULL,
	"languages" text NOT NULL,
	"calendars" text NOT NULL,
	"texts" jsonb NOT NULL,
	"logo_id" bigint,
	"background_id" bigint,
	"signer_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_layouts_number" UNIQUE("certificate_kind_id","number"),
	CONSTRAINT "certificate_layouts_number_from_one" CHECK ("certificate_layouts"."number" > 0),
	CONSTRAINT "certificate_layouts_paper" CHECK ("certificate_layouts"."paper" in ('a4-upright', 'a4-across')),
	CONSTRAINT "certificate_layouts_languages" CHECK ("certificate_layouts"."languages" in ('chinese', 'both')),
	CONSTRAINT "certificate_layouts_calendars" CHECK ("certificate_layouts"."calendars" in ('minguo', 'both'))
);
--> statement-breakpoint
CREATE TABLE "certificate_pictures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_pictures_fileKey_unique" UNIQUE("file_key"),
	CONSTRAINT "certificate_pictures_kind" CHECK ("certificate_pictures"."kind" in ('seal', 'logo', 'background')),
	CONSTRAINT "certificate_pictures_file" CHECK ("certificate_pictures"."file_key" ~ '^certificate-pictures/[A-Za-z0-9_-]{22}$')
);
--> statement-breakpoint
CREATE TABLE "certificate_signers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_signers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" integer,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"seal_id" bigint,
	"closed_at" timestamp with time zone,
	CONSTRAINT "certificate_signers_name" UNIQUE NULLS NOT DISTINCT("organization_id","name","title"),
	CONSTRAINT "certificate_signers_texts" CHECK (length("certificate_signers"."name") between 1 and 40 and length("certificate_signers"."title") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "certificate_layouts" ADD CONSTRAINT "certificate_layouts_certificate_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("certificate_kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_layouts" ADD CONSTRAINT "certificate_layouts_logo_id_certificate_pictures_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."certificate_pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_layouts" ADD CONSTRAINT "certificate_layouts_background_id_certificate_pictures_id_fk" FOREIGN KEY ("background_id") REFERENCES "public"."certificate_pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_layouts" ADD CONSTRAINT "certificate_layouts_signer_id_certificate_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."certificate_signers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_signers" ADD CONSTRAINT "certificate_signers_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_signers" ADD CONSTRAINT "certificate_signers_seal_id_certificate_pictures_id_fk" FOREIGN KEY ("seal_id") REFERENCES "public"."certificate_pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "refuse_layout_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of certificate_layouts are only added' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "certificate_layouts_append_only" BEFORE UPDATE OR DELETE ON "certificate_layouts" FOR EACH ROW EXECUTE FUNCTION "refuse_layout_change"();
