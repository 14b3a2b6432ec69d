filedesc://t.arc 0.0.0.0 20261121213520 text/plain 67
1 0 A test
URL IP-address Archive-date Content-type Archive-length

dns:h.example 192.0.2.1 20261121213520 text/html 42
20261121213520
h.example. 1 IN A 192.0.2.1
http://h.example/a 192.0.2.1 20261121213520 text/html 50
HTTP/1.1 200 OK
Content-Type: text/html

<p>one
http://h.example/b 192.0.2.1 20261121213520 text/html 200 fac069150613fe55 - 209 t.arc 50
HTTP/1.1 200 OK
Content-Type: text/html

<p>two
http://h.example/c - 202611212135 text/html; x 52
HTTP/1.1 200 OK
Content-Type: text/html

<p>three
