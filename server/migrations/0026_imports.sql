CREATE TABLE "import_rows" (
	"import_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"verdict" text,
	"problem" text,
	"data" jsonb,
	"cells" text[],
	"outcome" text,
	"made_id" bigint,
	"filled" text[],
	"kept_because" text,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row"),
	CONSTRAINT "import_rows_row" CHECK ("import_rows"."row" >= 1),
	CONSTRAINT "import_rows_verdict" CHECK ("import_rows"."verdict" in ('new', 'changed', 'same', 'doubtful', 'wrong')),
	CONSTRAINT "import_rows_outcome_known" CHECK ("import_rows"."outcome" in ('made', 'filled', 'passed', 'removed', 'kept')),
	CONSTRAINT "import_rows_problem" CHECK (length("import_rows"."problem") between 1 and 500),
	CONSTRAINT "import_rows_wrong_says_why" CHECK ((coalesce("import_rows"."verdict", '') = 'wrong') = ("import_rows"."data" is null)),
	CONSTRAINT "import_rows_troubled" CHECK ("import_rows"."verdict" not in ('wrong', 'doubtful') or "import_rows"."problem" is not null),
	CONSTRAINT "import_rows_made" CHECK ("import_rows"."outcome" is null or "import_rows"."outcome" = 'passed' or "import_rows"."made_id" is not null),
	CONSTRAINT "import_rows_kept" CHECK ((coalesce("import_rows"."outcome", '') = 'kept') = ("import_rows"."kept_because" is not null))
);
--> statement-breakpoint
CREATE TABLE "import_shapes" (
	"kind" text NOT NULL,
	"head" text[] NOT NULL,
	"shape" jsonb NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "import_shapes_kind_head_pk" PRIMARY KEY("kind","head"),
	CONSTRAINT "import_shapes_kind" CHECK ("import_shapes"."kind" in ('people'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"head" text[] NOT NULL,
	"shape" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"state" text DEFAULT 'checking' NOT NULL,
	"takes_doubtful" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"started_by" text,
	"job_id" bigint,
	"undone_at" timestamp with time zone,
	"forgotten_at" timestamp with time zone,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('people')),
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('checking', 'checked', 'started', 'finished', 'undoing', 'undone')),
	CONSTRAINT "imports_file_name" CHECK (length("imports"."file_name") between 1 and 200),
	CONSTRAINT "imports_sha256" CHECK ("imports"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "imports_rows" CHECK ("imports"."rows" >= 1),
	CONSTRAINT "imports_created_by" CHECK ("imports"."created_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "imports_started_by" CHECK ("imports"."started_by" ~ '^((account|staff):[1-9][0-9]*|system)$'),
	CONSTRAINT "imports_started" CHECK (("imports"."state" in ('checking', 'checked')) = ("imports"."started_at" is null) and ("imports"."started_at" is null) = ("imports"."started_by" is null)),
	CONSTRAINT "imports_undone" CHECK (("imports"."state" = 'undone') = ("imports"."undone_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_outcome" ON "import_rows" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_file_once" ON "imports" USING btree ("kind","sha256") WHERE "imports"."state" in ('started', 'finished');--> statement-breakpoint
CREATE INDEX "imports_created_at" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imports_job" ON "imports" USING btree ("job_id");