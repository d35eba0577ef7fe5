ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_state";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_published";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_publish_at";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_minimum";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_call_off";--> statement-breakpoint
ALTER TABLE "classes" VALIDATE CONSTRAINT "classes_call_off_reason";
