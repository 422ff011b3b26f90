"""What people fill in about accounts."""

from __future__ import annotations

from typing import ClassVar

from django import forms

from accounts.models import Report


class ReportForm(forms.ModelForm):
    """Why something ought not to be here."""

    class Meta:
        model = Report
        fields = ("reason", "text")
        widgets: ClassVar = {"text": forms.Textarea(attrs={"rows": 4})}
