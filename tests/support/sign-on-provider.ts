import { createServer } from "node:http";
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import Provider from "oidc-provider";
import { atEnd } from "./cleanup";
import { freePort, listen } from "./free-port";

export interface Account {
  sub: string;
  email: string;
  /** True by default. Null means that the provider doesn't send this claim. */
  email_verified?: boolean | null;
  name?: string;
  groups?: string[];
  amr?: string[];
}

export const clientId = "firstnight";
export const clientSecret = "a secret that only the provider and Firstnight know";

/** Starts an OpenID provider on this machine (npm oidc-provider) that signs in without a login form. */
export async function startProvider(publicUrl: string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "test" };
  const other = await generateKeyPair("RS256");
  let account: Account = { sub: "1", email: "ann@clinic.example" };
  let forge: ((claims: JWTPayload) => JWTPayload) | null = null;
  let signer = privateKey;
  const requests: string[] = [];

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/sso/callback`],
        backchannel_logout_uri: `${publicUrl}/api/sso/backchannel-logout`,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ["the provider's cookie key"] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    // The provider's own fetch rejects this machine's addresses.
    fetch: (address, init) => {
      const { dispatcher: _, ...options } = init as RequestInit & { dispatcher?: unknown };
      return fetch(address, options);
    },
    claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"], amr: null },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: async (_, id) => ({
      accountId: id,
      claims: async () => {
        const { email_verified = true } = account;
        return { ...account, email_verified: email_verified ?? undefined, sub: id };
      },
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (ctx.path !== "/token" || !body?.id_token || (!forge && !account.amr && signer === privateKey)) return;
    const claims = { ...decodeJwt(body.id_token), ...(account.amr && { amr: account.amr }) };
    body.id_token = await sign(forge ? forge(claims) : claims);
  });
  const sign = (claims: JWTPayload, typ = "JWT") =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "test", typ }).sign(signer);

  const handle = provider.callback();
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? "");
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: account.sub } });
  });
  await listen(server, port);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  atEnd(stop);

  return {
    issuer,
    /** The paths of all requests so far. */
    requests,
    sign,
    stop,
    become(next: Account) {
      account = next;
    },
    /** Changes the claims of later ID tokens, which are then signed again with the provider's key. */
    forgeWith(change: typeof forge) {
      forge = change;
    },
    useWrongKey(isWrong: boolean) {
      signer = isWrong ? other.privateKey : privateKey;
    },
    /** Follows the sign-in at the provider like a browser. @returns the URL that the provider redirects to at the end */
    async visit(address: string): Promise<string> {
      const jar = new Map<string, string>();
      let at = address;
      for (let hop = 0; hop < 10; hop++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const reply = await fetch(at, { redirect: "manual", headers: { cookie } });
        for (const set of reply.headers.getSetCookie()) {
          const [pair = ""] = set.split(";");
          jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
        }
        const next = reply.headers.get("location");
        if (!next) throw new Error(`The provider returned ${reply.status}: ${await reply.text()}`);
        at = new URL(next, at).href;
        if (!at.startsWith(issuer)) return at;
      }
      throw new Error("The provider redirected too many times.");
    },
    /** Sends a back-channel logout, as if the user had signed out at the provider. */
    async signOut(sub: string): Promise<void> {
      const client = await provider.Client.find(clientId);
      await (
        client as unknown as { backchannelLogout(sub: string, sid: string): Promise<void> }
      ).backchannelLogout(sub, "a session");
    },
  };
}
