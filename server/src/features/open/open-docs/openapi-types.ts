/** A JSON schema of dialect 2020-12, which OpenAPI 3.1 uses as it is. */
export type JsonSchema = { readonly [keyword: string]: unknown }
export type Schemas = Record<string, JsonSchema>

export type Media = { schema: JsonSchema; example?: unknown }
export type Content = Readonly<Record<string, Media>>
export type Reference = { readonly $ref: string }
export type Reply = { description: string; content?: Content; headers?: Readonly<Record<string, unknown>> }
export type Parameter =
  | Reference
  | {
      name: string
      in: 'path' | 'query' | 'header'
      required: boolean
      description?: string
      schema: JsonSchema
      example?: unknown
    }
/** A sample of code that calls an operation, as documentation tools know it. */
export type CodeSample = { lang: string; label: string; source: string }

export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  deprecated?: true
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Readonly<Record<string, Reference | Reply>>
  'x-codeSamples'?: readonly CodeSample[]
}
export type Tag = { name: string; description?: string; 'x-displayName': string }

export type OpenApiDocument = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
    contact: { name: string; url: string }
  }
  servers: readonly { url: string }[]
  tags: readonly Tag[]
  security: Operation['security']
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: {
    schemas: Schemas
    responses: Readonly<Record<string, Reply>>
    parameters?: Readonly<Record<string, Parameter>>
    securitySchemes: Readonly<Record<string, unknown>>
  }
}
