CREATE TABLE "renewal_inquiries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "renewal_inquiries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"text" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text,
	"kind" text,
	"size" integer,
	"sha256" text,
	"file_key" text,
	CONSTRAINT "renewal_inquiries_fileKey_unique" UNIQUE("file_key"),
	CONSTRAINT "renewal_inquiries_text" CHECK (length("renewal_inquiries"."text") between 1 and 500),
	CONSTRAINT "renewal_inquiries_answer" CHECK (length("renewal_inquiries"."answer") between 1 and 500),
	CONSTRAINT "renewal_inquiries_answered" CHECK (("renewal_inquiries"."answered_at" is null) = ("renewal_inquiries"."answer" is null and "renewal_inquiries"."file_key" is null)),
	CONSTRAINT "renewal_inquiries_file" CHECK (num_nulls("renewal_inquiries"."kind", "renewal_inquiries"."size", "renewal_inquiries"."sha256", "renewal_inquiries"."file_key") in (0, 4)),
	CONSTRAINT "renewal_inquiries_kind" CHECK ("renewal_inquiries"."kind" in ('pdf', 'jpeg')),
	CONSTRAINT "renewal_inquiries_size" CHECK ("renewal_inquiries"."size" > 0),
	CONSTRAINT "renewal_inquiries_sha256" CHECK ("renewal_inquiries"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "renewal_inquiries" ADD CONSTRAINT "renewal_inquiries_request_id_renewal_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."renewal_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "renewal_inquiries_one_open" ON "renewal_inquiries" USING btree ("request_id") WHERE "renewal_inquiries"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "renewal_inquiries_request" ON "renewal_inquiries" USING btree ("request_id");