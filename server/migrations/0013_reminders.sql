CREATE TABLE "certificate_reminder_settings" (
	"kind_id" integer PRIMARY KEY NOT NULL,
	"days" integer[] NOT NULL,
	"since" date[] NOT NULL,
	CONSTRAINT "certificate_reminder_settings_days" CHECK (cardinality("certificate_reminder_settings"."days") <= 6 and 1 <= all("certificate_reminder_settings"."days") and 365 >= all("certificate_reminder_settings"."days")),
	CONSTRAINT "certificate_reminder_settings_since" CHECK (cardinality("certificate_reminder_settings"."since") = cardinality("certificate_reminder_settings"."days"))
);
--> statement-breakpoint
CREATE TABLE "certificate_reminders" (
	"certificate_id" bigint NOT NULL,
	"days" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_reminders_certificate_id_days_pk" PRIMARY KEY("certificate_id","days"),
	CONSTRAINT "certificate_reminders_days" CHECK ("certificate_reminders"."days" between 1 and 365)
);
--> statement-breakpoint
CREATE TABLE "class_reminders" (
	"class_id" bigint NOT NULL,
	"registration_id" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_reminders_class_id_registration_id_day_pk" PRIMARY KEY("class_id","registration_id","day")
);
--> statement-breakpoint
ALTER TABLE "certificate_reminder_settings" ADD CONSTRAINT "certificate_reminder_settings_kind_id_certificate_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."certificate_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_reminders" ADD CONSTRAINT "certificate_reminders_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_reminders" ADD CONSTRAINT "class_reminders_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_reminders" ADD CONSTRAINT "class_reminders_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_reminders_registration" ON "class_reminders" USING btree ("registration_id");