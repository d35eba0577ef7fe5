CREATE TABLE "branding" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"short_name" text NOT NULL,
	"colour" text NOT NULL,
	"sender_name" text,
	"address" text,
	"logo_id" bigint,
	CONSTRAINT "branding_single" CHECK ("branding"."id" = 1),
	CONSTRAINT "branding_colour" CHECK ("branding"."colour" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "branding_name" CHECK (length("branding"."name") > 0 and length("branding"."short_name") > 0)
);
--> statement-breakpoint
CREATE TABLE "logos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "logos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "logos_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "branding" ADD CONSTRAINT "branding_logo_id_logos_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."logos"("id") ON DELETE no action ON UPDATE no action;