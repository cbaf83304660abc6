import { expect, test } from "vitest";
import { brightreeOrderSystem } from "~/integrations/order-system/brightree.server";
import { HostForbidden, lookUpPublic } from "~/integrations/requests/open-public-request.server";
import { isPrivateAddress, isPrivateHost } from "~/integrations/requests/private-address.server";
import { monday } from "../support/scratch";
import { order, patient, simulatedClinic } from "../support/simulated-clinic";

test.each([
  "127.0.0.1",
  "0.0.0.0",
  "10.255.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.1.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "fd00::1",
  "fe80::1",
  "fec0::1",
  // These IPv6 addresses contain an IPv4 address.
  "::127.0.0.1",
  "64:ff9b:1::a00:1",
  "2002:a00:1::1",
  "2002:808:808::1",
  "::ffff:0:10.0.0.1",
  "::ffff:0:8.8.8.8",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1:ffff:a:0:100::",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:f5ff:fffe",
  "2606:4700::5efe:10.0.0.1",
  "2606:4700:1:2:200:5efe:a00:1",
  "2606:4700:1:2:0:5efe::",
  "fe80::5efe:192.168.1.1",
  // These ranges have no hosts on the internet.
  "100::1",
  "2001:2::1",
  "2001:20::1",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
])("%s is a private address", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  "8.8.8.8",
  "172.32.0.1",
  "192.169.0.1",
  "100.128.0.1",
  "2606:4700::1111",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2a00:1450:4001:5efe:1:2:3:4",
  "2003::1",
])("%s is a public address", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test("localhost names are private without a lookup", () => {
  expect(["localhost", "api.localhost", "LOCALHOST."].map(isPrivateHost)).toEqual([true, true, true]);
  expect(["webservices.brightree.net", "notlocalhost"].map(isPrivateHost)).toEqual([false, false]);
});

test("a connection to a host name with a private address is blocked", async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) => lookUpPublic("localhost", { all }, resolve));
    expect(error).toBeInstanceOf(HostForbidden);
  }
});

test("an order system on a private network gets no requests or passwords unless the server administrator allows its host", async () => {
  const simulator = await simulatedClinic();
  const { userName, password, services } = simulator;
  const settings = { userName, password, ...services, zone: "America/New_York" };
  const query = { patientId: patient.key, salesOrderNo: String(order.key) };
  const blocked = brightreeOrderSystem({ ...settings, privateHosts: [] }, undefined, () => monday);
  await expect(blocked.fetchOrderMeta(query)).rejects.toThrow("is on this machine or on a private network");
  const [first] = await blocked.test();
  expect(first?.sentence).toContain("ALLOW_PRIVATE_HOSTS");
  expect(simulator.operations).toEqual([]);
  const allowed = brightreeOrderSystem({ ...settings, privateHosts: ["127.0.0.1"] }, undefined, () => monday);
  expect((await allowed.fetchOrderMeta(query))?.branch_office).toBe("Raleigh");
});
