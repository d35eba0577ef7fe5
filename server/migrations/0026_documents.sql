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
ALTER TABLE "course_documents" ADD CONSTRAINT "course_documents_course_id_train_classes_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."train_classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_documents" ADD CONSTRAINT "registration_documents_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_documents" ADD CONSTRAINT "registration_documents_course_document_fk" FOREIGN KEY ("course_document_id") REFERENCES "public"."course_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "course_documents_name" ON "course_documents" USING btree ("course_id","name") WHERE "course_documents"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registration_documents_file" ON "registration_documents" USING btree ("file_key");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_documents_slot" ON "registration_documents" USING btree ("registration_id","slot");--> statement-breakpoint
CREATE UNIQUE INDEX "registration_documents_asked" ON "registration_documents" USING btree ("registration_id","course_document_id") WHERE "registration_documents"."course_document_id" is not null;--> statement-breakpoint
CREATE INDEX "registration_documents_course_document" ON "registration_documents" USING btree ("course_document_id");