ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_state";
--> statement-breakpoint
ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_kind";
--> statement-breakpoint
ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_erased";
--> statement-breakpoint
ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_answered";
--> statement-breakpoint
ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_extended";
--> statement-breakpoint
ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_recorded_by";
--> statement-breakpoint
ALTER TABLE "erasure_requests" VALIDATE CONSTRAINT "erasure_requests_texts";
