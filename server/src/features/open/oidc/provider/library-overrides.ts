import type { Client, ClientMetadata, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { signedKinds } from '../models/signed-ids.ts'

// All that changes or reads insides of `oidc-provider`, for which it has no option. A new version may move any of them:
// `library-overrides.test.ts` notices.

type Session = InstanceType<Provider['Session']>
/** The library's types leave out what it holds. */
type Claims = { available: Record<string, unknown>; client: Client }
type Method<This, Args extends unknown[], Result> = (this: This, ...args: Args) => Result

/**
 * Replaces a method of the library by one that is made with the given one.
 * @throws if there is none of that name
 */
export const overrideMethod = <This, Args extends unknown[], Result>(
  owner: object,
  name: string,
  replace: (given: Method<This, Args, Result>) => Method<This, Args, Result>,
) => {
  const given: unknown = Reflect.get(owner, name)
  if (typeof given !== 'function') throw new Error(`oidc-provider has no method ${name}`)
  Object.defineProperty(owner, name, { value: replace(given as Method<This, Args, Result>) })
}

export type LibraryOverrides = {
  /** Whether a secret is one of the client's. */
  hasSecret(client: Client, secret: string): boolean
  /** Names of claims that the client has of its own. */
  listOwnClaims(client: Client): readonly string[]
  /** Takes a code that a device asks about; throws what refuses it. */
  admitPoll(code: string): Promise<void>
  /** The name of a sign-in for its application. */
  toSid(grantId: string): string
  /** A token or a code of a kind, made of a random one. */
  signId(kind: string, random: string): string
}

/** The library knows one secret of a client; here several are valid at once, each from some networks alone. */
const acceptSecrets = ({ Client }: Provider, { hasSecret }: LibraryOverrides) =>
  overrideMethod<Client, [string], boolean>(
    Client.prototype,
    'compareClientSecret',
    () =>
      function (secret) {
        return hasSecret(this, secret)
      },
  )

/** The library leaves out claims that its options do not name for all clients. */
const addOwnClaims = ({ Claims }: Provider, { listOwnClaims }: LibraryOverrides) =>
  overrideMethod<Claims, [], Promise<object>>(
    Claims.prototype,
    'result',
    (given) =>
      async function () {
        const own = listOwnClaims(this.client)
        const disclosed = Object.entries(this.available).filter(([name]) => own.includes(name))
        return { ...(await given.call(this)), ...Object.fromEntries(disclosed) }
      },
  )

/** The library answers devices however often they ask. */
const limitPolls = ({ DeviceCode }: Provider, { admitPoll }: LibraryOverrides) =>
  overrideMethod<typeof DeviceCode, [string, object?], Promise<unknown>>(
    DeviceCode,
    'find',
    (given) =>
      async function (code, options) {
        const found = await given.call(this, code, options)
        if (found) await admitPoll(code)
        return found
      },
  )

/** A form sent without a session is refused; the library would save a session that never began, and fail. */
const refuseFormsWithoutSession = ({ Session }: Provider) =>
  overrideMethod<Session, [], Promise<unknown>>(
    Session.prototype,
    'persist',
    (given) =>
      async function () {
        if (this.exp !== undefined) return given.call(this)
      },
  )

/** The library invents a name for each sign-in; here it follows from the grant, so that every end of it can tell the name. */
const nameSignIns = ({ Session }: Provider, { toSid }: LibraryOverrides) =>
  overrideMethod<Session, [string, string?], string | undefined>(
    Session.prototype,
    'sidFor',
    (given) =>
      function (clientId, value) {
        const grantId = value === undefined ? this.grantIdFor(clientId) : undefined
        return grantId === undefined ? given.call(this, clientId, value) : toSid(grantId)
      },
  )

/**
 * The library would notify an application of an ended sign-in once, and only those that its browser session knows. The
 * product's own sender loses none.
 */
const silenceLogoutNotices = ({ Client }: Provider) =>
  overrideMethod<Client, [], Promise<void>>(Client.prototype, 'backchannelLogout', () => async () => undefined)

/** Tokens and codes of the library are random; signed ones are refused without a query if they are invented. */
const signIds = (provider: Provider, { signId }: LibraryOverrides) => {
  for (const kind of signedKinds)
    overrideMethod<object, [], string>(
      provider[kind].prototype,
      'generateTokenId',
      (given) =>
        function () {
          return signId(kind, given.call(this))
        },
    )
}

/** Changes a provider where its library has no option. */
export const overrideLibrary = (provider: Provider, overrides: LibraryOverrides): void => {
  acceptSecrets(provider, overrides)
  addOwnClaims(provider, overrides)
  limitPolls(provider, overrides)
  refuseFormsWithoutSession(provider)
  nameSignIns(provider, overrides)
  silenceLogoutNotices(provider)
  signIds(provider, overrides)
}

/** The secret of the forms on a page of the provider, which stands in the session; for forms that are not the library's. */
export const readFormSecret = (ctx: KoaContextWithOIDC): string => String(ctx.oidc.session?.state?.secret ?? '')

/** A client that is not stored, and not validated: that of an ended sign-in may be locked by now. */
export const buildClient = ({ Client }: Provider, metadata: ClientMetadata): Client =>
  Reflect.construct(Client, [metadata])

/** An id token that names its subject. The library leaves out claims that are not in its mask. */
export const buildSubjectToken = ({ IdToken }: Provider, client: Client, sub: string) =>
  Object.assign(new IdToken({ sub }, { client }), { mask: { sub: null } })

/** A grant with a life of its own; the library's option knows nothing of the client. */
export const buildGrant = ({ Grant }: Provider, accountId: string, clientId: string, expiresIn: number) =>
  Object.assign(new Grant({ accountId, clientId }), { expiresIn })
