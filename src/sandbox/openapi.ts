import * as z from "zod";
import { programVersion } from "../base/package-files.ts";
import { FIELDS } from "../lead/field-catalogue.ts";
import { RULES, type Rule } from "../lead/rules.ts";
import { leadSchema } from "../lead/schema.ts";

/** A JSON Schema, as far as it is looked into here. */
interface JsonSchema {
  [keyword: string]: unknown;
  properties?: Record<string, JsonSchema>;
}

/**
 * The service as the interface shows it, as an OpenAPI 3.1 document: made of the schema, the field catalogue and the
 * rules that the sandbox itself judges by. What is not shown stays open: further fields, lengths, formats, values of
 * enumerations beyond those shown, other answers.
 *
 * @param url The base URL of the service.
 */
export function openApiDocument(url: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Lead Creation Service",
      version: programVersion(),
      description:
        "What the service's interface shows, as leadctl of this version knows it. All else is left open.",
    },
    servers: [{ url }],
    security: [{ key: [] }],
    paths: {
      "/api/{partner}/lead/create": {
        parameters: [{ name: "partner", in: "path", required: true, schema: { type: "string" } }],
        post: {
          operationId: "createLead",
          summary: "Create a lead",
          requestBody: { required: true, content: json("Lead") },
          responses: {
            "2XX": answer("The quote was created. Which status it has is not shown.", "Success"),
            "400": answer("A rule is violated, or the e-mail address is in use.", "Refusal"),
            "401": answer("The Authorization header is missing, or the key is invalid.", "Unauthorized"),
            "405": answer("Of every method but POST.", "MethodNotAllowed"),
            "500": { description: "Its body is not shown. Try again with exponential backoff." },
            default: { description: "Any other answer is not shown." },
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
      schemas: {
        Lead: leadDocument(),
        Success: object({
          success: { const: true },
          quoteId: { type: "string" },
          loginUrl: { type: "string", format: "uri" },
        }),
        Refusal: { anyOf: [ref("Issues"), ref("Duplicate")] },
        Issues: object({ error: object({ issues: { type: "array", items: ref("Issue") } }) }),
        Issue: {
          ...object({
            code: { type: "string" },
            message: { type: "string" },
            path: { type: "array", items: { type: "string" } },
          }),
          examples: RULES.map(({ issue }) => issue),
        },
        Duplicate: object({
          error: { enum: ["Email already in use", "User with this email already exists"] },
        }),
        Unauthorized: object({ message: { const: "Unauthorized" } }),
        MethodNotAllowed: object({ message: { const: "Method not allowed" } }),
      },
    },
  };
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function json(name: string): object {
  return { "application/json": { schema: ref(name) } };
}

function answer(description: string, name: string): object {
  return { description, content: json(name) };
}

/** All of these must be present; others may be, too. */
function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}

function leadDocument(): JsonSchema {
  const lead = z.toJSONSchema(leadSchema, {
    io: "input",
    // The bounds that zod sets to whole numbers are those of JavaScript, and not the service's.
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  }) as JsonSchema;
  delete lead.$schema;
  for (const { path, note, shownValues } of FIELDS) {
    const field = schemaAt(lead, path.split("."));
    Object.assign(field, { description: note, ...(shownValues && { examples: shownValues }) });
  }
  Object.assign(schemaAt(lead, ["contactInfo", "email"]), { format: "email" });
  return { ...lead, allOf: RULES.map(ruleDocument) };
}

function schemaAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce((parent, name) => parent.properties?.[name] ?? {}, schema);
}

function ruleDocument({ id, when, issue }: Rule): JsonSchema {
  const then = below(issue.path, {});
  const description = `Rule ${id}: ${issue.message}`;
  if (when.length === 0) return { description, ...then };
  const allOf = when.map((condition) =>
    below(condition.path, "is" in condition ? { const: condition.is } : { not: { const: condition.isNot } }),
  );
  return { description, if: { allOf }, then };
}

/** The schema of a lead with such a value at a path. */
function below([name = "", ...rest]: readonly string[], value: JsonSchema): JsonSchema {
  return {
    properties: { [name]: rest.length === 0 ? value : below(rest, value) },
    required: [name],
  };
}
