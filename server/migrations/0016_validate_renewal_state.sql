ALTER TABLE "renewal_requests" VALIDATE CONSTRAINT "renewal_requests_state";
