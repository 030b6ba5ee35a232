import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema, OpenApiDocument, Operation } from '../src/features/open/open-docs/openapi-types.ts'

/** Operations of a document with their addresses. */
export const listOperations = ({ paths }: Pick<OpenApiDocument, 'paths'>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

const everyReference = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(everyReference)]
}
const resolves = (document: OpenApiDocument, reference: string) =>
  reference.startsWith('#/') &&
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => Object(at)[part], document) !== undefined

/** Checks values by schemas of the document. */
const createCheck = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'doc:', components: document.components })
  const compiled = new Map<JsonSchema, ValidateFunction>()
  const absolute = (schema: JsonSchema) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"doc:#/components/')) as JsonSchema
  return (schema: JsonSchema, value: unknown): string[] => {
    const check = compiled.get(schema) ?? ajv.compile(absolute(schema))
    compiled.set(schema, check)
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

const listExamples = ({ parameters = [], requestBody, responses }: Operation) => [
  ...parameters.flatMap((each) => ('$ref' in each || !('example' in each) ? [] : { ...each, place: each.name })),
  ...Object.entries({ request: requestBody, ...responses }).flatMap(([place, part]) =>
    !part || '$ref' in part || !part.content
      ? []
      : Object.values(part.content).flatMap((media) => ('example' in media ? { ...media, place } : [])),
  ),
]

/** What is wrong with a document: dead references, examples and defaults against their schemas, unknown security. */
export const documentFaults = (document: OpenApiDocument): string[] => {
  const dead = [...new Set(everyReference(document))].filter((reference) => !resolves(document, reference))
  if (dead.length > 0) return dead
  const check = createCheck(document)
  const { securitySchemes, responses } = document.components
  const operations = listOperations(document)
  const ids = operations.map(({ operation }) => operation.operationId)
  const shared = Object.entries(responses).flatMap(([name, { content = {} }]) =>
    Object.values(content).flatMap((media) =>
      'example' in media ? check(media.schema, media.example).map((fault) => `${name}: ${fault}`) : [],
    ),
  )
  const ofOperations = operations.flatMap(({ path, operation }) => {
    const named = [...path.matchAll(/\{(.+?)\}/g)].map(([, name]) => name)
    const described = (operation.parameters ?? []).flatMap((each) =>
      'in' in each && each.in === 'path' ? each.name : [],
    )
    return [
      ...listExamples(operation).flatMap(({ place, schema, example }) =>
        check(schema, example).map((fault) => `${operation.operationId} ${place}: ${fault}`),
      ),
      ...(named.toSorted().join() === described.toSorted().join()
        ? []
        : [`${operation.operationId}: its path parameters`]),
      ...operation.security
        .flatMap((each) => Object.keys(each))
        .filter((scheme) => !Object.hasOwn(securitySchemes, scheme)),
    ]
  })
  return [...ids.filter((each, at) => ids.indexOf(each) !== at), ...shared, ...ofOperations]
}
