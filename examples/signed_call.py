# Calls an open API: python3 examples/signed_call.py GET '/open/v1/posts?size=10' ['{"name":"…"}']
import base64, hashlib, hmac, os, secrets, sys, time, urllib.error, urllib.request

origin = os.environ.get("ATRIUM_URL", "http://localhost:3000")
app_key, secret = os.environ["ATRIUM_APP_KEY"], os.environ["ATRIUM_APP_SECRET"]
method, address, body = (sys.argv[1:] + [""])[:3]
path, _, query = address.partition("?")

# Pairs of the query are sorted by name; the text is signed as it is sent.
pairs = "&".join(sorted(query.split("&"), key=lambda pair: pair.split("=")[0]))
timestamp = str(int(time.time() * 1000))
nonce = secrets.token_hex(12)
body_hash = hashlib.sha256(body.encode()).hexdigest()
text = "\n".join([method, path, pairs, body_hash, timestamp, nonce])

headers = {
    "X-App-Key": app_key,
    "X-Timestamp": timestamp,
    "X-Nonce": nonce,
    "X-Sign": base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()).decode(),
}
if body:
    headers["Content-Type"] = "application/json"
request = urllib.request.Request(origin + address, data=body.encode() or None, headers=headers, method=method)
try:
    response = urllib.request.urlopen(request)
except urllib.error.HTTPError as refusal:
    response = refusal
print(response.status, response.read().decode())
