import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type CborMap = Parameters<typeof isoCBOR.encode>[0];

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

const userPresent = 0x01;
const userVerified = 0x04;
const credentialIncluded = 0x40;

/** Creates a passkey in memory that can do what Chromium's virtual authenticator refuses to do. */
export function softPasskey(origin: string, rpId = new URL(origin).hostname) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = "";

  const clientData = (type: "webauthn.create" | "webauthn.get", challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  function authenticatorData(flags: number): Buffer {
    const head = Buffer.alloc(37);
    sha256(rpId).copy(head);
    head[32] = flags;
    head.writeUInt32BE(counter, 33);
    return head;
  }

  const described = { id: base64url(id), rawId: base64url(id), type: "public-key" as const };

  return {
    id: described.id,
    setCounter(value: number) {
      counter = value;
    },
    make(
      { challenge, user }: PublicKeyCredentialCreationOptionsJSON,
      from = origin,
    ): RegistrationResponseJSON {
      userHandle = user.id;
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const authData = Buffer.concat([
        authenticatorData(userPresent | userVerified | credentialIncluded),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(key as CborMap),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]);
      return {
        ...described,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge, from)),
          attestationObject: base64url(isoCBOR.encode(attestation as CborMap)),
        },
        clientExtensionResults: {},
      };
    },
    sign(
      { challenge }: Pick<PublicKeyCredentialRequestOptionsJSON, "challenge">,
      { from = origin, verified = true } = {},
    ): AuthenticationResponseJSON {
      counter += 1;
      const authData = authenticatorData(verified ? userPresent | userVerified : userPresent);
      const client = clientData("webauthn.get", challenge, from);
      const signature = createSign("sha256").update(authData).update(sha256(client)).sign(privateKey);
      return {
        ...described,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}
