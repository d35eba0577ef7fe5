CREATE TABLE "certificate_proofs" (
	"certificate_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"kind" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"file_key" text NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_proofs_fileKey_unique" UNIQUE("file_key"),
	CONSTRAINT "certificate_proofs_reason" CHECK (length("certificate_proofs"."reason") between 1 and 500),
	CONSTRAINT "certificate_proofs_kind" CHECK ("certificate_proofs"."kind" in ('pdf', 'jpeg')),
	CONSTRAINT "certificate_proofs_size" CHECK ("certificate_proofs"."size" > 0),
	CONSTRAINT "certificate_proofs_sha256" CHECK ("certificate_proofs"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "certificate_proofs_added_by" CHECK ("certificate_proofs"."added_by" ~ '^((account|staff):[1-9][0-9]*|system)$')
);
--> statement-breakpoint
ALTER TABLE "certificate_proofs" ADD CONSTRAINT "certificate_proofs_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;